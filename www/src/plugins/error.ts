// Why there is no picture.

export class RenderError extends Error {
  override name = 'RenderError';
  /**
   * `empty`: nothing to draw; `too-large`; `layout`: Graphviz failed; `run`, `script`: the run that was asked
   * for; `png`: resvg is missing.
   */
  code: 'empty' | 'too-large' | 'layout' | 'run' | 'script' | 'png';

  constructor(code: RenderError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
