// Pages that are hard to read: what stands in «» is what `prerender` writes into them, with ☐ for a picture.

export interface HostilePage {
  name: string;
  page: string;
  /** Machines that can get no picture. */
  warnings?: number;
}

/** Leaves a trace if it becomes an element. Not a file: browsers ask for those before they know what is an element. */
const ACT = '<details open ontoggle=acted=1>';
const ACT_QUOTED = ACT.replaceAll('<', '&lt;');
const ACT_ESCAPED = ACT_QUOTED.replaceAll('>', '&gt;');

export const HOSTILE_PAGES: HostilePage[] = [
  {
    name: 'signs of tags in attributes',
    page:
      '<!DOCTYPE html><title>x</title>\n' +
      `<tracklight-machine source="task a; task b; a -> b" label="1 > 0 ${ACT}"« loading="click"»>«☐»` +
      `</tracklight-machine>\n` +
      `<tracklight-machine label='</tracklight-machine>${ACT}' source='task c; c -> d'« loading="click"»>«☐»` +
      `</tracklight-machine>\n<p title="<pre><code class='language-dygram live'>state no</code></pre>">text</p>\n`,
  },
  {
    name: 'a code block with its own end in attributes and comments',
    page:
      `«<tracklight-machine label="&lt;/pre&gt; &quot;x&quot; ${ACT_ESCAPED}" loading="click">☐»` +
      `<pre title="</pre>${ACT}"><code class="language-dygram live" data-label='</pre> "x" ${ACT}'>` +
      `state a<!-- </code></pre>${ACT} -->\n<b title="</pre>">state b</b></code></pre>«</tracklight-machine>»\n` +
      `<pre><code class=language-dygram>state shown</code></pre>`,
  },
  {
    name: 'comments, CDATA and processing instructions',
    page:
      '<?xml version="1.0"?><!-- <tracklight-machine source="a -> b"></tracklight-machine> --!><p>1\n' +
      '<!--[if IE]><pre><code class="language-dygram live">state no</code></pre><![endif]-->' +
      `<![CDATA[<tracklight-machine source='no']]>]]&gt;\n` +
      `<svg><g><![CDATA[<tracklight-machine source="no -> no">${ACT}</tracklight-machine>]]></g>` +
      `<title><tracklight-machine source="state c"« loading="click"»>«☐»</tracklight-machine></title></svg>\n` +
      `<math><tracklight-machine source="state no"></tracklight-machine></math>` +
      '<!-- <pre><code class="language-dygram live">state open',
  },
  {
    name: 'elements as text',
    page:
      '<title><tracklight-machine source="state no"></tracklight-machine></title>' +
      `<style>/* <pre><code class="language-dygram live">state no</code></pre> */</style>` +
      `<script>const text = '<!-- <script> <tracklight-machine source="state no"> </scr' + 'ipt> -->';</script>` +
      `<textarea><tracklight-machine source="state no">${ACT}</tracklight-machine></textarea>` +
      '<template><pre><code class="language-dygram live">state no</code></pre></template>' +
      '<noscript><tracklight-machine source="state no"></tracklight-machine></noscript>' +
      '<xmp><tracklight-machine source="state no"></tracklight-machine></xmp>' +
      `<iframe srcdoc="<p>"><tracklight-machine source="state no"></tracklight-machine></iframe>` +
      '<tracklight-machine source="state yes"« loading="click"»>«☐»</tracklight-machine>' +
      `<plaintext><tracklight-machine source="state no">${ACT}</tracklight-machine>`,
  },
  {
    name: 'a source that holds tags',
    page:
      '<tracklight-machine« loading="click"»>«☐»\r\n<script type="Text/X-DyGram">\r\n' +
      `task a "</tracklight-machine>${ACT}"\r\ntask b "</pre>"\r\na -> b</script>\r\n</tracklight-machine>\r\n` +
      `<tracklight-machine loading=eager>«☐»<pre>\r\ntask c "&lt;/pre>${ACT_QUOTED}"</pre>` +
      '</tracklight-machine>\r\n' +
      '<tracklight-machine prerender=false source="state no"></tracklight-machine>\r\n' +
      '<tracklight-machine src="a.dygram" label="state no"></tracklight-machine>',
  },
  {
    name: 'a byte order mark, upper case, quotes of all kinds, attributes twice',
    page:
      '\uFEFF<!doctype HTML>\r\n<HTML><BODY CLASS=a>' +
      `<TRACKLIGHT-MACHINE SOURCE='state "a"' Label = x« loading="click"» LABEL="${ACT}" source="state no">«☐»` +
      'y</TRACKLIGHT-MACHINE >\r\n' +
      '«<tracklight-machine tick="3" height="200" loading="click">☐»' +
      `<PRE CLASS='dygram live tick=3' HEIGHT=200 data-tick=4 data-path class="no"><CODE>state a</CODE>` +
      '</PRE>«</tracklight-machine>»\r\n' +
      '<tracklight-machine/source=state&#32;b/label=1/« loading="click"»>«☐»</tracklight-machine>' +
      '</BODY></HTML>\r\n',
  },
  {
    name: 'unclosed tags',
    page:
      '<ul><li>one<p>text\n' +
      '«</p><tracklight-machine loading="click">☐»<pre><code class="language-dygram live">state a</pre>' +
      '«</tracklight-machine>»<li>two«<tracklight-machine loading="click">☐»' +
      '<pre><code class="language-dygram live">state b</code></pre>«</tracklight-machine>»' +
      '«<tracklight-machine loading="click">☐»<pre><code class="language-dygram live">state c</code></pre>' +
      '«</tracklight-machine>»<div><tracklight-machine source="state d"« loading="click"»>«☐»</div><p>end',
  },
  {
    name: 'tables, and elements within drawings',
    page:
      '<table><tr><tracklight-machine source="state a"« loading="click"»>«☐»<td></tracklight-machine>' +
      '«<tracklight-machine loading="click">☐»<pre><code class="language-dygram live">state b</code></pre>' +
      '«</tracklight-machine>»</table>' +
      '<svg><foreignObject>«<tracklight-machine loading="click">☐»<pre><code class="language-dygram live">state c' +
      '</code></pre>«</tracklight-machine>»</foreignObject></svg>' +
      '<svg><tracklight-machine source="state no"></tracklight-machine></svg>' +
      '<tracklight-machine source="state d"« loading="click"»>«☐»<svg class="picture"></tracklight-machine>',
  },
  {
    name: 'blocks that no element can be put around',
    page:
      '<b>bold<pre></b><code class="language-dygram live">state a</code></pre>' +
      '<svg><g><pre><code class="language-dygram live">state b</code></pre></svg>' +
      '«<tracklight-machine loading="click">☐»<pre><code class="language-dygram live">state c</code></pre>' +
      '«</tracklight-machine>»<pre><code class="language-dygram live">state open' +
      '<p>the rest of the page',
    warnings: 3,
  },
  {
    name: 'entities, other than ASCII, and what stands before a page',
    page:
      '---\ntitle: "<pre>"\n---\n</pre>\u0000\n' +
      `<tracklight-machine label="&lt;b&gt; &amp;amp; &notin; &#x1F30A; 🌊 ${ACT_QUOTED}"` +
      ' source="state &quot;a&#10;&quot;"« loading="click"»>«☐»</tracklight-machine>' +
      '«<tracklight-machine label="&amp;amp; &lt; 🌊 &quot;" loading="click">☐»' +
      `<pre><code class="language-dygram&#32;live" label='&amp;amp; &lt 🌊 &quot;'>` +
      `state a "${ACT_QUOTED} &amp;lt; 🌊"` +
      '</code></pre>«</tracklight-machine>»<p>&amp;&nbsp;&bogus; \uD800 end',
  },
];

/** As its author wrote it. */
export const before = ({ page }: HostilePage) => page.replace(/«[^»]*»/g, '');
/** With the pictures. @param pictures in the order of the page */
export const after = ({ page }: HostilePage, pictures: (i: number) => string) => {
  let i = 0;
  return page.replace(/«([^»]*)»/g, '$1').replaceAll('☐', () => pictures(i++));
};
