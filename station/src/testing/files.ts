/** For tests: the files of a box in a folder of its own, called by acts as from the cloud, and its server in the house. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileDownload, fileJob } from '@homeport/contract/files.ts'
import { until } from '../../../testing/until.ts'
import { filesFeature } from '../files/feature.ts'
import { createAnswerer } from '../kit/connection/answer.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { folderIdOf } from '../shared/folder-id.ts'
import { inboxStore } from '../kit/connection/inbox.store.ts'
import { metaStore } from '../kit/meta.store.ts'
import { openTestDb } from './db.ts'

export type FilesBox = Awaited<ReturnType<typeof openFilesBox>>

/** onScan: called when a job has done one of its entries. */
export async function openFilesBox() {
  const folder = mkdtempSync(join(tmpdir(), 'homeport-files-'))
  const films = join(folder, 'Films')
  const outside = join(folder, 'outside')
  for (const path of [films, outside]) mkdirSync(path)
  const db = await openTestDb(join(folder, 'station.db'))
  const blobs = new Map<string, Buffer>()
  const faults: unknown[] = []
  const hooks: { onScan: () => void } = { onScan: () => {} }
  const open = () =>
    filesFeature({
      db,
      meta: metaStore(db),
      events: createEventBus(),
      downloads: [films],
      library: [],
      writesLibrary: false,
      toBin: async () => {},
      scan: async () => hooks.onScan(),
      blobOf: async (_, id) => blobs.get(id),
      putBlob: async (_, id, bytes) => void blobs.set(id, bytes),
      isMember: () => true,
      address: () => base,
      httpsPort: () => 0,
      now: Date.now,
      elapsed: Date.now,
      onFault: (fault) => faults.push(fault),
    })
  let files = await open()
  const server = http.createServer(
    (request, response) => void files.download(request, response, request.url?.split('/').at(-1) ?? ''),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  let count = 0

  async function act(name: string, data: unknown, user_id = 'anna') {
    const onFault = (_: string, fault: unknown) => faults.push(fault)
    const parts = { devsn: 'BOX', handlers: files.acts ?? [], inbox: inboxStore(db), now: Date.now, onFault }
    const from = { user_id, role: 'owner' as const, name: user_id }
    const request = { id: `${(count += 1)}`, act: name, data, realm: 'en' as const, from, expiresAt: Infinity }
    const { code, data: answered } = await createAnswerer(parts).take(request, 0)
    return { code, data: answered }
  }

  return {
    films,
    outside,
    hooks,
    act,
    /** The way of a name on the wire. */
    at: (...names: string[]) => [folderIdOf(films), ...names].join('/'),
    put(...names: string[]): void {
      const path = join(films, ...names)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, names.at(-1) ?? '')
    },
    /** The bytes of a part come as a blob. */
    blob(bytes: Buffer): string {
      const id = `blob ${(count += 1)}`
      blobs.set(id, bytes)
      return id
    },
    async ticketOf(...paths: string[]): Promise<string> {
      return fileDownload.output.parse((await act('file_download', { paths })).data).url
    },
    async ended(reply: { data: unknown }) {
      const { job_id } = fileJob.input.parse(reply.data)
      const state = async () => fileJob.output.parse((await act('file_job', { job_id })).data)
      await until('the job ends', async () => (await state()).state !== 'running')
      return state()
    },
    async restart(): Promise<void> {
      await files.stop?.()
      files = await open()
    },
    async stop(): Promise<unknown[]> {
      server.close()
      await files.stop?.()
      await db.destroy()
      rmSync(folder, { recursive: true })
      return faults
    },
  }
}
