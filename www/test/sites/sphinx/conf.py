project = 'Machines'
extensions = ['myst_parser', 'tracklight.sphinx']
html_theme = 'furo'
