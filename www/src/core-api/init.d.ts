/** Where the wasm is, its bytes, or the compiled module. */
export type InitInput = string | URL | Request | Response | BufferSource | WebAssembly.Module;
export interface InitOutput {
  readonly memory: WebAssembly.Memory;
}
/**
 * Loads the core; everything else needs that first. Without an argument it takes the wasm file beside the package: a
 * browser fetches it, Node reads it. Calling it again does nothing.
 */
export default function init(
  input?: { module_or_path?: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>,
): Promise<InitOutput>;
/** The same at once, from bytes or a compiled module. */
export function initSync(
  input: { module: BufferSource | WebAssembly.Module } | BufferSource | WebAssembly.Module,
): InitOutput;
