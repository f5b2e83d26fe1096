// A static file server for `make play` and the browser tests. It listens on the loopback address only.
//
//   node www/test/serve.mjs [folder]     serves dist/ (or the folder) on PORT, or on the next free port

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8310;

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.dygram': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * @typedef {object} ServeOptions
 * @property {string} folder what is served
 * @property {Record<string, string>} [headers] sent with every file
 * @property {Record<string, Record<string, string>>} [own] by the path of a file, sent with it instead
 * @property {Record<string, { type: string, body: string }>} [instead] by the path of an address, sent in place of a file
 * @property {number} [port] 0, the default, takes any free one
 */

/**
 * @typedef {object} Served
 * @property {string} url with a slash at the end
 * @property {() => Promise<void>} close
 */

/**
 * Starts serving a folder. Rejects with the code `EADDRINUSE` when the port is taken.
 * @param {ServeOptions} options
 * @returns {Promise<Served>}
 */
export function serve({ folder, headers = {}, own = {}, instead = {}, port = 0 }) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/[?#].*/, '');
    const made = instead[path];
    if (made) {
      response.writeHead(200, { ...headers, 'content-type': made.type, 'cache-control': 'no-cache' });
      response.end(made.body);
      return;
    }
    answer(root, own[path] ?? headers, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, HOST, () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () =>
        new Promise((/** @type {(value: void) => void} */ closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      done({ url: `http://${HOST}:${address.port}/`, close });
    });
  });
}

/**
 * @param {string} root
 * @param {Record<string, string>} headers
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(root, headers, request, response) {
  const refuse = (/** @type {number} */ status) => {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${status}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const path = pathOf(root, request.url ?? '/');
  if (!path) return refuse(400);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return refuse(404);
  response.writeHead(200, {
    ...headers,
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': found.size,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(path).on('error', () => response.destroy()).pipe(response);
}

/**
 * The file an address means, or nothing when it is malformed or outside the folder.
 * @param {string} root
 * @param {string} address
 */
function pathOf(root, address) {
  let name;
  try {
    name = decodeURIComponent(address.replace(/[?#].*/, ''));
  } catch {
    return undefined;
  }
  if (name.includes('\0')) return undefined;
  const path = join(root, name.endsWith('/') ? `${name}index.html` : name);
  return path.startsWith(root + sep) ? path : undefined;
}

/** Serves on the wanted port, or on the next free one after the default. @param {string} folder */
async function serveFromCommandLine(folder) {
  const wanted = process.env.PORT ? Number(process.env.PORT) : undefined;
  for (let port = wanted ?? DEFAULT_PORT; ; port += 1) {
    try {
      const { url } = await serve({ folder, port });
      console.log(`\n  Tracklight is at ${url}   (Ctrl-C stops it)\n`);
      return;
    } catch (error) {
      const taken = /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE';
      if (!taken) throw error;
      if (wanted !== undefined || port >= DEFAULT_PORT + 100) {
        console.error(`serve: port ${port} is taken`);
        process.exitCode = 1;
        return;
      }
      console.log(`· port ${port} is taken, trying the next one`);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await serveFromCommandLine(process.argv[2] ?? fileURLToPath(new URL('../../dist', import.meta.url)));
}
