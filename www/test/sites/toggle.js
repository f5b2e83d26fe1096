// As the theme buttons of Docusaurus and Starlight do.
document.querySelector('.toggle').addEventListener('click', () => {
  document.documentElement.dataset.theme = 'dark';
});
