/**
 * For tests: a program that behaves as the aria2 that can fetch ed2k links: its settings file, JSON-RPC over WebSocket, a record beside each unfinished file. The bytes
 * of a file are those of the file CONTENT; while CONTENT.hold exists it stops at half of them; if CONTENT.end exists, it ends instead of telling its version, once. It runs without a compiler (--jitless), as aria2's limit of memory is too small for one, and so without types.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'

const stepBytes = 200_000
const stepMs = 50
const features = (process.env.STAND_IN_FEATURES ?? 'BitTorrent, ED2K, GZip').split(', ')

if (process.argv.includes('--version')) console.log(`aria2 version 1.37.0-next.3\nEnabled Features: ${features.join(', ')}`)
else run(process.argv.find((arg) => arg.startsWith('--conf-path='))?.slice('--conf-path='.length) ?? '')

function run(settingsFile) {
  const settings = readFileSync(settingsFile, 'utf8')
  const settingOf = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(settings)?.[1] ?? ''
  const content = readFileSync(process.env.CONTENT ?? '')
  const jobs = new Map()

  const stepOf = ({ limit }) => (limit > 0 ? Math.ceil((limit * stepMs) / 1000) : stepBytes)

  function step() {
    for (const job of jobs.values()) {
      if (job.status !== 'active') continue
      const end = Math.min(existsSync(`${process.env.CONTENT}.hold`) ? job.size / 2 : job.size, job.done + stepOf(job))
      writeFileSync(job.path, content.subarray(0, end))
      writeFileSync(`${job.path}.aria2`, String(end))
      job.done = end
      if (end < job.size) continue
      rmSync(`${job.path}.aria2`)
      job.status = 'complete'
    }
  }

  function addUri([url], { gid, dir, out, 'max-download-limit': limit = '0' }) {
    const size = Number(/^ed2k:\/\/\|file\|[^|]*\|(\d+)\|/.exec(url)?.[1] ?? 0)
    if (size === 0) throw new Error('Unrecognized URI')
    const path = join(dir, out)
    const record = `${path}.aria2`
    const done = existsSync(record) ? Number(readFileSync(record, 'utf8')) : 0
    jobs.set(gid, { gid, path, size, done, limit: Number(limit), status: 'active' })
    return gid
  }

  function statusOf({ gid, status, size, done, path }) {
    const numbers = {
      totalLength: String(size),
      completedLength: String(done),
      downloadSpeed: status === 'active' ? '4000000' : '0',
    }
    const file = { index: '1', path, length: String(size), completedLength: String(done), selected: 'true' }
    return { gid, status, ...numbers, connections: '2', errorCode: '0', files: [file] }
  }

  function jobOf(gid) {
    const job = jobs.get(gid)
    if (!job) throw new Error('No such download')
    return job
  }

  function answer(method, [first, second]) {
    if (method === 'getVersion' && existsSync(`${process.env.CONTENT}.end`)) {
      rmSync(`${process.env.CONTENT}.end`)
      process.exit(1)
    }
    if (method === 'getVersion') return { version: '1.37.0-next.3', enabledFeatures: features }
    if (method === 'addUri') return addUri(first, second)
    if (method === 'getOption') return { dir: '' }
    if (method === 'changeOption') jobOf(first).limit = Number(second['max-download-limit'])
    if (method === 'tellActive') return [...jobs.values()].filter(({ status }) => status === 'active').map(statusOf)
    if (method === 'tellStatus') return statusOf(jobOf(first))
    if (method === 'forcePause') jobOf(first).status = 'paused'
    if (method === 'unpause') jobOf(first).status = 'active'
    if (method === 'forceRemove') jobOf(first).status = 'removed'
    if (method === 'removeDownloadResult') jobs.delete(jobOf(first).gid)
    if (method === 'forcePauseAll') for (const job of jobs.values()) if (job.status === 'active') job.status = 'paused'
    return 'OK'
  }

  const server = new WebSocketServer({ port: Number(settingOf('rpc-listen-port')), host: '127.0.0.1' })
  server.on('connection', (socket) => {
    socket.on('message', (raw) => {
      const { id, method, params } = JSON.parse(Buffer.isBuffer(raw) ? raw.toString() : '')
      const [token, ...rest] = params
      try {
        if (token !== `token:${settingOf('rpc-secret')}`) throw new Error('Unauthorized')
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: answer(method.replace('aria2.', ''), rest) }))
      } catch (error) {
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: 1, message: String(error) } }))
      }
    })
  })
  setInterval(step, stepMs)
}
