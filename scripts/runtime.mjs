/** Shared by the start and test scripts: installing, finding Homeport's Node, printing progress every few seconds. Runs on a system Node 18. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const progressMs = 4_000

/** Prints a sentence for the user and exits with code 1. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function requireNode18() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 18)
    giveUp(`Homeport needs Node.js 18 or later to start; this is ${process.versions.node}. Install a newer one from nodejs.org.`)
}

/** Installs the dependencies if node_modules does not match the lockfile. */
export async function install() {
  const stamp = path.join(root, 'node_modules', '.homeport-lock')
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  await npmStep('Installing the parts (the first time only)', ['ci'], await installingNode())
  writeFileSync(stamp, lock)
}

/** npm skips packages that do not fit the Node it runs on, so with an old system Node the modern one is installed first, separately. */
async function installingNode() {
  if (isModern(process.execPath)) return process.execPath
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const version = optionalDependencies[nodePackage]
  if (!version) return giveUp(noNodeSentence)
  const folder = path.join(root, '.cache', 'node')
  const node = path.join(folder, 'node_modules', nodePackage, nodeBinary)
  if (!isModern(node)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
    await npmStep(
      'Fetching Node.js 24',
      ['install', '--no-save', '--prefix', folder, `${nodePackage}@${version}`],
      process.execPath,
    )
  }
  return node
}

async function npmStep(title, words, node) {
  // npm by the path of its script, so that this Node runs it and not the system's; otherwise by name, with this Node first on the PATH.
  const cli = process.env.npm_execpath
  const isWindows = process.platform === 'win32'
  const command = cli?.endsWith('.js') ? [node, cli] : [isWindows ? 'npm.cmd' : 'npm']
  await step(title, [...command, ...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: isWindows && command.length === 1,
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    remedy: 'The parts could not be installed: check the network and the disk, then run the command again.',
  })
}

const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const nodeBinary = path.join('bin', process.platform === 'win32' ? 'node.exe' : 'node')
const noNodeSentence = `Homeport runs on Node.js 24, and none comes with its parts for ${process.platform}-${process.arch}: install Node.js 24 from nodejs.org.`

function isModern(node) {
  return Number(/^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >= 24
}

/** The Node 24 of the npm package, otherwise the current one if it is 24 or later. */
export function modernNode() {
  const bundled = path.join(root, 'node_modules', nodePackage, nodeBinary)
  if (isModern(bundled)) return bundled
  return isModern(process.execPath) ? process.execPath : giveUp(noNodeSentence)
}

/** Builds the app if its sources changed since the last build. */
export async function buildWeb(node) {
  const stamp = path.join(root, 'web', 'dist', '.sources')
  const sources = sourcesOf([
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/package.json',
    'contract/src',
    'package-lock.json',
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await step('Building the app', [node, path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: path.join(root, 'web'),
    remedy: 'The app could not be built; the lines above say why.',
  })
  writeFileSync(stamp, sources)
}

const stopSignals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Runs a command quietly, with a progress line; on failure prints its output and the remedy. A signal ends the command too. */
export async function step(title, [command, ...args], { remedy, ...options }) {
  const began = Date.now()
  console.log(`${title} …`)
  const beat = setInterval(
    () => console.log(`  ${title.toLowerCase()}: ${Math.round((Date.now() - began) / 1000)} s`),
    progressMs,
  )
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  let stoppedBy = ''
  const stop = (signal) => child.kill((stoppedBy = signal))
  for (const signal of Object.keys(stopSignals)) process.on(signal, stop)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  for (const signal of Object.keys(stopSignals)) process.off(signal, stop)
  clearInterval(beat)
  if (stoppedBy !== '') process.exit(stopSignals[stoppedBy])
  if (code !== 0) {
    console.error(output)
    giveUp(remedy)
  }
  console.log(`  done in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

/** Fingerprint of all files under these paths: names and contents; a copy or a fresh clone has other times. */
function sourcesOf(entries) {
  const hash = createHash('sha256')
  for (const entry of entries)
    walk(path.join(root, entry), (file) => hash.update(`${path.relative(root, file)}\n`).update(readFileSync(file)))
  return hash.digest('hex')
}

function walk(entry, visit) {
  if (!existsSync(entry)) return
  const stat = statSync(entry)
  if (!stat.isDirectory()) return visit(entry)
  for (const name of readdirSync(entry).sort()) walk(path.join(entry, name), visit)
}
