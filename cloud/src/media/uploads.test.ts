import { createServer, type Server } from 'node:http'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SettingError } from '../kit/operator-error.ts'
import { openUploads } from './uploads.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-uploads-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = (url: string | undefined) => openUploads(url, { folder: join(folder, 'kept'), spoolFolder: join(folder, 'spool') })

/** A minimal S3 server for single objects; it records the signers. */
async function startS3(): Promise<{ server: Server; host: string; objects: Map<string, Buffer>; signers: Set<string> }> {
  const objects = new Map<string, Buffer>()
  const signers = new Set<string>()
  const server = createServer(async (request, response) => {
    const key = request.url?.split('?')[0] ?? ''
    signers.add(/Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? 'nobody')
    if (request.method === 'PUT') objects.set(key, await buffer(request))
    if (request.method === 'DELETE') objects.delete(key)
    const result = objects.get(key)
    response.writeHead(request.method === 'GET' && !result ? 404 : 200).end(request.method === 'GET' ? result : '')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return { server, host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, objects, signers }
}

test('uploads go to an S3 bucket where the operator says so, signed with their key', async () => {
  const { server, host, objects, signers } = await startS3()
  const uploads = await open(`s3://operator:sec%2Fret@${host}/homeport?region=eu-1&tls=0`)
  try {
    await uploads.keep(await uploads.spool(Readable.from(['a film poster']), 100), 'en/ab/abcdef')
    expect([...objects.keys()]).toEqual(['/homeport/en/ab/abcdef'])
    expect((await buffer(await uploads.read('en/ab/abcdef'))).toString()).toBe('a film poster')
    await uploads.remove('en/ab/abcdef')
    expect(objects.size).toBe(0)
    expect([...signers]).toEqual(['operator'])
  } finally {
    await uploads.stop()
    server.close()
  }
})

test('in a folder an upload appears whole or not at all, and nothing of a stopped process stays in the spool', async () => {
  const uploads = await open(undefined)
  const tempUpload = await uploads.spool(Readable.from(['one', 'two']), 100)
  expect(tempUpload).toMatchObject({ sizeBytes: 6 })
  await uploads.keep(tempUpload, 'zh/cd/cdef')
  expect((await buffer(await uploads.read('zh/cd/cdef'))).toString()).toBe('onetwo')
  await uploads.spool(Readable.from(['left']), 100)
  await uploads.stop()
  expect(await readdir(join(folder, 'spool'))).toEqual([])
})

test('an S3 address without its parts is refused in a sentence that hides the key', async () => {
  const failure = await open('s3://key:topsecret@host').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SettingError)
  expect(String(failure)).toContain('UPLOADS_URL')
  expect(String(failure)).not.toContain('topsecret')
})
