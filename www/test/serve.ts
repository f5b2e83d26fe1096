// A static file server for `make play` and the browser tests. It listens on the loopback address only.
//
//   node www/test/serve.ts [folder]     serves dist/ (or the folder) on PORT, or on the next free port

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8310;

const TYPES: Record<string, string> = {
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
  '.map': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** A file whose name holds the hash of its content. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/;

interface ServeOptions {
  /** What is served. */
  folder: string;
  /** Sent with every file. */
  headers?: Record<string, string>;
  /** By the path of a file, or of a folder with its slash, sent with it instead. */
  own?: Record<string, Record<string, string>>;
  /** By the path of an address, sent in place of a file. */
  instead?: Record<string, { type: string; body: string }>;
  /** 0, the default, takes any free one. */
  port?: number;
}

export interface Served {
  /** With a slash at the end. */
  url: string;
  close: () => Promise<void>;
}

/** Starts serving a folder. Rejects with the code `EADDRINUSE` when the port is taken. */
export function serve({ folder, headers = {}, own = {}, instead = {}, port = 0 }: ServeOptions): Promise<Served> {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/[?#].*/, '');
    const made = instead[path];
    if (made) {
      response.writeHead(200, { ...headers, 'content-type': made.type, 'cache-control': 'no-cache' });
      response.end(made.body);
      return;
    }
    const folder = Object.keys(own).find((name) => name.endsWith('/') && path.startsWith(name));
    answer(root, own[path] ?? (folder ? own[folder] : undefined) ?? headers, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, HOST, () => {
      const address = server.address() as AddressInfo;
      const close = () =>
        new Promise((closed: (value: void) => void) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      done({ url: `http://${HOST}:${address.port}/`, close });
    });
  });
}

async function answer(
  root: string,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const refuse = (status: number) => {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${status}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const path = pathOf(root, request.url ?? '/');
  if (!path) return refuse(400);
  const found = await fileAt(path);
  const file = found ?? (await notFoundPage(root, path));
  if (file === undefined) return refuse(404);
  response.writeHead(found === undefined ? 404 : 200, {
    ...headers,
    'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'content-length': file.size,
    // The build names an asset by its content, so that a change has another name.
    'cache-control': HASHED.test(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** A file with its size; nothing where there is none. */
async function fileAt(path: string) {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, size: found.size } : undefined;
}

/** What static hosts serve in place of a file that is not there: the nearest `404.html` above it. */
async function notFoundPage(root: string, path: string) {
  for (let folder = dirname(path); folder.startsWith(root); folder = dirname(folder)) {
    const page = await fileAt(join(folder, '404.html'));
    if (page !== undefined) return page;
  }
  return undefined;
}

/** The file an address means, or nothing when it is malformed or outside the folder. */
function pathOf(root: string, address: string) {
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

/** Serves on the wanted port, or on the next free one after the default. */
async function serveFromCommandLine(folder: string) {
  const wanted = process.env.PORT ? Number(process.env.PORT) : undefined;
  for (let port = wanted ?? DEFAULT_PORT; ; port += 1) {
    try {
      const { url } = await serve({ folder, port });
      console.log(`\n  Tracklight is at ${url}   (Ctrl-C stops it)\n`);
      return;
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
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
