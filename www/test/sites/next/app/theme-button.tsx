'use client';

export function ThemeButton() {
  const darken = () => {
    document.documentElement.dataset.theme = 'dark';
  };
  return (
    <button type="button" className="toggle" onClick={darken}>
      Dark
    </button>
  );
}
