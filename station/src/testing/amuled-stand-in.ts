/**
 * For tests: a program that behaves as amuled 3.1 and its amuleapi do: settings and folders, its lock, logging in, adding, pausing and removing links, going on after a
 * kill without sources. Arguments: which of the two, then theirs. The bytes of a file are those of the file CONTENT; while CONTENT.hold exists it stops at half of
 * them, CONTENT.lost takes its sources away, and with CONTENT.full the disk is full.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'

const stepBytes = 200_000
const stepMs = 50
const [program, ...args] = process.argv.slice(2)
const version = process.env.STAND_IN_VERSION ?? '3.1.0'

type Download = { name: string; size: number; done: number; status: string; hasSources: boolean }
const Download = z.object({ name: z.string(), size: z.number(), done: z.number(), status: z.string(), hasSources: z.boolean() })

if (args[0] === '--version') console.log(`aMule daemon ${version} (OS: Linux)`)
else if (program === 'amuleapi') setPassword()
else run(args[args.indexOf('-c') + 1] ?? '')

function setPassword(): void {
  const valueOf = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
  writeFileSync(join(valueOf('config-dir'), 'admin-pass'), valueOf('set-admin-pass'))
}

function run(folder: string): void {
  const lock = join(folder, 'muleLock')
  if (existsSync(lock) || version.startsWith('2.')) process.exit(1)
  writeFileSync(lock, String(process.pid))
  const conf = readFileSync(join(folder, 'amule.conf'), 'utf8')
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(conf)?.[1] ?? ''
  const incoming = settingOf('IncomingDir')
  for (const path of [incoming, settingOf('TempDir')]) mkdirSync(path, { recursive: true })
  const content = readFileSync(process.env.CONTENT ?? '')
  const state = join(folder, 'stand-in.json')
  const downloads = new Map<string, Download>()
  const before: unknown = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : {}
  for (const [hash, download] of Object.entries(z.record(z.string(), Download).parse(before)))
    downloads.set(hash, { ...download, hasSources: false })

  function step(): void {
    const [isHeld, isLost, isFull] = ['hold', 'lost', 'full'].map((name) => existsSync(`${process.env.CONTENT}.${name}`))
    if (isLost) rmSync(`${process.env.CONTENT}.lost`)
    for (const [hash, download] of downloads) {
      if (isLost) download.hasSources = false
      if (isFull && download.status === 'downloading') download.status = 'insufficient_disk'
      if (download.status !== 'downloading' || !download.hasSources) continue
      download.done = Math.min(isHeld ? download.size / 2 : download.size, download.done + stepBytes)
      if (download.done < download.size) continue
      writeFileSync(join(incoming, download.name), content)
      downloads.set(hash, { ...download, status: 'completed' })
    }
    // Whole or not at all: tests kill this program.
    writeFileSync(`${state}.new`, JSON.stringify(Object.fromEntries(downloads)))
    renameSync(`${state}.new`, state)
  }

  /** Whether the link was taken: not one that is known, or that is none. */
  function add(link: string): boolean {
    const [, name = '', size = '', hash = ''] = /^ed2k:\/\/\|file\|([^|]*)\|(\d+)\|([0-9a-f]{32})\|/.exec(link) ?? []
    const existing = downloads.get(hash)
    if (existing && link.includes('|sources,')) existing.hasSources = true
    if (hash === '' || existing) return false
    const download = { name: decodeURIComponent(name), size: Number(size), done: 0, status: 'downloading' }
    downloads.set(hash, { ...download, hasSources: link.includes('|sources,') })
    return true
  }

  const token = 'a-token'
  const password = readFileSync(join(folder, 'admin-pass'), 'utf8')
  const Body = z.object({
    password: z.optional(z.string()),
    links: z.optional(z.array(z.string())),
    action: z.optional(z.string()),
  })
  const server = http.createServer((request, response) => void answer(request, response))

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const body = Body.parse(request.method === 'POST' || request.method === 'PATCH' ? await json(request) : {})
    if (url.pathname === '/auth/login') return void (body.password === password ? reply(200, { token }) : reply(401, {}))
    if (request.headers.authorization !== `Bearer ${token}`) return void reply(401, {})
    const hash = url.pathname.split('/')[2] ?? ''
    const download = downloads.get(hash)
    if (url.pathname === '/downloads' && request.method === 'GET') return void reply(200, { downloads: [...downloads].map(view) })
    if (url.pathname === '/downloads') {
      const results = (body.links ?? []).map((link) => ({ link, ok: add(link) }))
      return void reply(results.every(({ ok }) => ok) ? 200 : 207, { results })
    }
    if (!download) return void reply(404, {})
    if (request.method === 'DELETE') downloads.delete(hash)
    else if (download.status !== 'completed') download.status = body.action === 'pause' ? 'paused' : 'downloading'
    reply(200, {})
  }

  server.listen(Number(settingOf('HttpPort')), '127.0.0.1')
  setInterval(step, stepMs)
}

function view([hash, { name, size, done, status, hasSources }]: [string, Download]) {
  const isMoving = status === 'downloading' && hasSources
  const speed = isMoving ? (stepBytes * 1000) / stepMs : 0
  return {
    hash,
    name,
    size_bytes: size,
    status,
    completed_bytes: done,
    speed_bytes_per_second: speed,
    sources: hasSources ? 2 : 0,
  }
}
