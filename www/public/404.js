// A chat program that encodes the `#` of a link makes a path of it: `/%23t1…`. Such a path leads to the link.
(() => {
  const { origin, pathname } = location;
  const encoded = /%(?:25)*23(?=(?:t\d+(?:\.|%2e)|content(?:=|%3d)|example(?:=|%3d)))/i.exec(pathname);
  if (encoded === null) return;
  const fragment = pathname.slice(encoded.index + encoded[0].length);
  // With the origin, because a path may begin with two slashes.
  location.replace(`${origin}${pathname.slice(0, encoded.index)}#${fragment}`);
})();
