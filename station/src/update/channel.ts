/** Reads the channel of updates and downloads an archive from it. Its host is the operator's own choice, so it may be a private one; the archive lies on the same host. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { boundHead, createInboundAgent, headBounds } from '@homeport/contract/kit/http/inbound-http.ts'
import { createHttpClient } from '../kit/http-client.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { UpdateRefusal } from './update-refusal.ts'

export const manifestName = 'homeport.json'
const manifestMaxBytes = 64 * 1024
const manifestTimeoutMs = 8_000
/** Without a byte for so long the download is given up. */
const silenceMs = 60_000

/** base: address of the folder with the manifest. key: of Ed25519, 32 bytes in base64. proxy: '' if none. */
export type ChannelSettings = { base: string; key: string; proxy: string }
export type Channel = ReturnType<typeof openChannel>

export function openChannel({ base, key, proxy }: ChannelSettings, runningCode: number) {
  const ownHosts = URL.canParse(base) ? [new URL(base).host] : []
  const client = createHttpClient({ proxy, timeoutMs: manifestTimeoutMs, ownHosts })

  async function read(signal: AbortSignal): Promise<Manifest> {
    const url = new URL(`${base}/${manifestName}`)
    const response = await client.request(url, { headers: {}, maxBytes: manifestMaxBytes, signal }).catch((error: unknown) => {
      throw new UpdateRefusal('unreachable', messageOf(error))
    })
    if (response.status !== 200) throw new UpdateRefusal('unreachable', `HTTP ${response.status}`)
    return readManifest(response.body.toString('utf8'), { key, runningCode })
  }

  /** Refuses an archive of another length or sum; a part of it may stay in the file. */
  async function download(manifest: Manifest, file: string, parts: { onBytes: (bytes: number) => void; signal: AbortSignal }) {
    const url = new URL(manifest.url, `${base}/`)
    if (url.origin !== new URL(base).origin) throw new UpdateRefusal('unsafe', 'another host')
    const response = await get(url, proxy, parts.signal).catch((error: unknown) => {
      throw new UpdateRefusal('unreachable', messageOf(error))
    })
    if (response.statusCode !== 200) {
      response.destroy()
      throw new UpdateRefusal('unreachable', `HTTP ${response.statusCode}`)
    }
    const hash = createHash('sha256')
    let bytes = 0
    const count = new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length
        hash.update(chunk)
        parts.onBytes(bytes)
        done(bytes > manifest.size ? new UpdateRefusal('damaged', 'too long') : null, chunk)
      },
    })
    await pipeline(response, count, createWriteStream(file, { mode: 0o600, flush: true })).catch((error: unknown) => {
      if (error instanceof UpdateRefusal) throw error
      throw new UpdateRefusal(codeOf(error) === 'ENOSPC' ? 'no_space' : 'unreachable', messageOf(error))
    })
    if (bytes !== manifest.size || hash.digest('hex') !== manifest.sha256) throw new UpdateRefusal('damaged', 'sum')
  }

  return { read, download, stop: () => client.stop() }
}

function get(url: URL, proxy: string, signal: AbortSignal): Promise<http.IncomingMessage> {
  const program = url.protocol === 'https:' ? https : http
  const agent = createInboundAgent(url.protocol, proxy === '' ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } })
  return new Promise((resolve, reject) => {
    const request = program.get(url, { agent, signal, timeout: silenceMs, headers: { 'user-agent': 'Homeport' } }, resolve)
    boundHead(request, headBounds)
    request.on('timeout', () => request.destroy(new Error('no byte came')))
    request.on('error', reject)
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
