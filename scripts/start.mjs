/**
 * `npm start`: installs, builds and runs Homeport on this machine; starts cloud and station, restarts them if they end, stops them together, and takes them into
 * another version and back (scripts/versions.mjs). `npm run cloud` and `npm run station` start one alone. Runs on a system Node 18.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openReserve } from './disk-reserve.mjs'
import { programOptions } from './node-flags.mjs'
import { buildWeb, giveUp, install, modernNode, requireNode18, root } from './runtime.mjs'
import { openVersions } from './versions.mjs'

/** Exit code of a program that reported a settings error: a restart would give the same error. */
const settingExit = 2
const graceMs = 8_000
const calmMs = 30_000
/** A new version that has not reported by then is left again. */
const proofMs = 90_000
const reserveLookMs = 1_000

requireNode18()
await install()
const node = modernNode()
const asked = process.argv[2]
const programs = asked ? [asked] : process.env.HOMEPORT_CLOUD ? ['station'] : ['cloud', 'station']
if (programs.includes('cloud')) await buildWeb(node)
if (!asked && !programs.includes('cloud'))
  console.log(`HOMEPORT_CLOUD is set: this box serves ${process.env.HOMEPORT_CLOUD}; no cloud is started here.`)

const { env } = process
/** A cloud of this home alone has https unasked; one for others has what its operator sets. */
const ports = [env.HOMEPORT_PORT, env.HOMEPORT_SCREEN_PORT]
const isHome = programs.length > 1 && !env.HOMEPORT_PUBLIC_URL && !env.DATABASE_URL && !ports.includes('8743')
const tls = env.HOMEPORT_TLS || (isHome ? 'home' : '')

const dataFolder = path.resolve(root, process.env.HOMEPORT_DATA || 'data')
const cacheFolder = path.join(dataFolder, 'cache')
const reserve = openReserve(dataFolder, cacheFolder)
try {
  mkdirSync(cacheFolder, { recursive: true })
} catch (error) {
  giveUp(
    `The data folder ${dataFolder} cannot be written (${error.code}): make it writable, or set HOMEPORT_DATA to a folder that is.`,
  )
}

const versions = openVersions({ dataFolder, installed: root })
const running = new Map()
/** Each program's reports since it started. */
const reports = new Map()
let stopping = false
let worstExit = 0
/** While another version is entered and until it is proven: what it still has to report, and its timer. */
let takeover
let wasLinked = false

if (versions.isUnproven()) versions.goBack('no_answer')
startAll()
setInterval(() => reserve.look(), reserveLookMs).unref()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll())

function startAll() {
  for (const program of programs) run(program, 1_000)
}

function run(program, waitMs) {
  reserve.look()
  const began = Date.now()
  const options = programOptions(program, process.env)
  const child = spawn(node, [...options.flags, path.join(folderOf(program), program, 'src/app/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...options.env,
      ...process.env,
      HOMEPORT_TLS: tls,
      HOMEPORT_DATA: dataFolder,
      NODE_COMPILE_CACHE: cacheFolder,
      NODE_NO_WARNINGS: '1',
    },
  })
  running.set(program, child)
  reports.set(program, new Set())
  child.on('message', (message) => heard(program, message))
  child.on('exit', (code, signal) => {
    running.delete(program)
    if (takeover && !stopping) return takeover.ended()
    if (stopping || code === 0) return finishWhenAlone()
    if (code === settingExit) {
      worstExit = 1
      // Without its cloud the station would connect to another program's port.
      return program === 'cloud' ? stopAll() : finishWhenAlone()
    }
    const nextMs = Date.now() - began > calmMs ? 1_000 : Math.min(waitMs * 2, 30_000)
    console.error(`The ${program} ended unexpectedly (${signal ?? `code ${code}`}); it starts again in ${waitMs / 1000} s.`)
    const timer = setTimeout(() => run(program, nextMs), waitMs)
    running.set(program, { kill: () => (clearTimeout(timer), running.delete(program), finishWhenAlone()) })
  })
}

/** A cloud with a database server is updated by whoever runs that: its tables could not come back. */
function folderOf(program) {
  return program === 'cloud' && process.env.DATABASE_URL ? root : versions.root()
}

function heard(program, message) {
  if (message?.kind === 'update') return void enterVersion(message.version)
  reports.get(program)?.add(message?.kind)
  if (message?.kind === 'linked' && !takeover) wasLinked = true
  takeover?.heard()
}

/** Stops the programs, starts them in the other version, and waits for their reports; without them goes back. */
async function enterVersion(version) {
  if (takeover || stopping || !versions.has(version)) return
  console.log(`Homeport changes to version ${version}.`)
  await stopForTakeover()
  if (stopping) return
  versions.enter(version)
  const fault = await proofOf()
  if (stopping) return
  if (fault === '') {
    takeover = undefined
    versions.prove()
    return console.log(`Homeport runs version ${version}.`)
  }
  console.error(`Version ${version} ${fault === 'no_start' ? 'ended' : 'did not answer'}: Homeport goes back to the one before.`)
  await stopForTakeover()
  if (stopping) return
  versions.goBack(fault)
  takeover = undefined
  startAll()
}

/** '' once every program has reported, and the station its connection to the cloud if there was one before. */
function proofOf() {
  return new Promise((resolve) => {
    const isProven = () =>
      programs.every((program) => reports.get(program)?.has('started')) && (!wasLinked || reports.get('station')?.has('linked'))
    const timer = setTimeout(resolve, proofMs, 'no_answer')
    const settle = (fault) => (clearTimeout(timer), resolve(fault))
    takeover = { heard: () => isProven() && settle(''), ended: () => settle('no_start') }
    startAll()
  })
}

function stopForTakeover() {
  return new Promise((resolve) => {
    const done = () => running.size === 0 && (clearTimeout(timer), resolve())
    takeover = { heard: () => {}, ended: done }
    const timer = setTimeout(killAll, graceMs, 'SIGKILL')
    killAll('SIGTERM')
    done()
  })
}

function killAll(signal) {
  for (const child of running.values()) child.kill(signal)
}

function stopAll() {
  if (stopping) return
  stopping = true
  killAll('SIGTERM')
  setTimeout(() => killAll('SIGKILL'), graceMs).unref()
  finishWhenAlone()
}

function finishWhenAlone() {
  if (running.size === 0 && (!takeover || stopping)) process.exit(worstExit)
}
