/**
 * `npm start`: installs, builds and runs Homeport on this machine; starts cloud and station, restarts them if they end, stops them together.
 * `npm run cloud` and `npm run station` start one alone. Runs on a system Node 18.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { programOptions } from './node-flags.mjs'
import { buildWeb, giveUp, install, modernNode, requireNode18, root } from './runtime.mjs'

/** Exit code of a program that reported a settings error: a restart would give the same error. */
const settingExit = 2
const graceMs = 8_000
const calmMs = 30_000

requireNode18()
await install()
const node = modernNode()
const asked = process.argv[2]
const programs = asked ? [asked] : process.env.HOMEPORT_CLOUD ? ['station'] : ['cloud', 'station']
if (programs.includes('cloud')) await buildWeb(node)
if (!asked && !programs.includes('cloud'))
  console.log(`HOMEPORT_CLOUD is set: this box serves ${process.env.HOMEPORT_CLOUD}; no cloud is started here.`)

const dataFolder = path.resolve(root, process.env.HOMEPORT_DATA || 'data')
const cacheFolder = path.join(dataFolder, 'cache')
try {
  mkdirSync(cacheFolder, { recursive: true })
} catch (error) {
  giveUp(
    `The data folder ${dataFolder} cannot be written (${error.code}): make it writable, or set HOMEPORT_DATA to a folder that is.`,
  )
}

const running = new Map()
let stopping = false
let worstExit = 0

for (const program of programs) run(program, 1_000)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll())

function run(program, waitMs) {
  const began = Date.now()
  const options = programOptions(program, process.env)
  const child = spawn(node, [...options.flags, path.join(root, program, 'src/app/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...options.env, ...process.env, HOMEPORT_DATA: dataFolder, NODE_COMPILE_CACHE: cacheFolder, NODE_NO_WARNINGS: '1' },
  })
  running.set(program, child)
  child.on('exit', (code, signal) => {
    running.delete(program)
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

function stopAll() {
  if (stopping) return
  stopping = true
  for (const child of running.values()) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of running.values()) child.kill('SIGKILL')
  }, graceMs).unref()
  finishWhenAlone()
}

function finishWhenAlone() {
  if (running.size === 0) process.exit(worstExit)
}
