/** Pictures stored and served over HTTP, on both databases. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { mountPictures } from './picture.routes.ts'
import { createPictures } from './pictures.ts'
import { createHeaders } from '../kit/http/headers.ts'
import type { Realm } from '../kit/realm.ts'
import { eachDb } from '../testing/db.ts'
import { openUploads } from './uploads.ts'

eachDb('pictures', (open) => {
  it('P18, P32: one realm serves its own pictures to anyone, and none of the other realm', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homeport-pictures-'))
    const dbs = [await open(), await open()]
    const realmOf = (lang: Lang, at: number): Realm => {
      const { db } = dbs[at] ?? {}
      if (!db) throw new Error('no database')
      return { lang, db, change: (work) => db.transaction().execute((trx) => work(trx, async () => {})) }
    }
    const realms = { zh: realmOf('zh', 0), en: realmOf('en', 1) }
    const uploads = await openUploads(undefined, { folder: join(folder, 'kept'), spoolFolder: join(folder, 'spool') })
    const pictures = createPictures(uploads)
    const app = fastify()
    try {
      createHeaders(app, { connect: [], hosts: [], secureOrigin: () => '' })
      mountPictures(app, { realms: Object.values(realms), pictures })
      const path = join(folder, 'sent')
      await writeFile(
        path,
        await sharp({ create: { width: 90, height: 60, channels: 3, background: '#36c' } })
          .jpeg()
          .toBuffer(),
      )
      const of = { user_id: 'ann', options: { maxPx: 64, fit: 'square' as const }, now: 1 }
      const first = await pictures.add(realms.zh, { path }, { ...of, purpose: 'avatar' })
      const second = await pictures.add(realms.zh, { path }, { ...of, purpose: 'avatar' })
      expect(first.picture_id).toMatch(/^[0-9a-f]{32}$/)

      const shown = await app.inject(`/zh/forum/picture/${first.picture_id}`)
      expect(shown.statusCode).toBe(200)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(shown.headers['content-security-policy']).toContain("default-src 'self'")
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 60, height: 60 })
      for (const wrong of [`en/forum/picture/${first.picture_id}`, 'zh/forum/picture/..%2f..%2fx'])
        expect((await app.inject(`/${wrong}`)).statusCode).toBe(404)

      await pictures.removeAll(realms.zh, 'ann', { purpose: 'avatar', but: second.picture_id })
      expect((await app.inject(`/zh/forum/picture/${first.picture_id}`)).statusCode).toBe(404)
      expect((await app.inject(`/zh/forum/picture/${second.picture_id}`)).statusCode).toBe(200)
      expect((await filesOf(join(folder, 'kept'))).sort()).toEqual([`${second.picture_id}.webp`])
    } finally {
      await app.close()
      await uploads.stop()
      for (const one of dbs) await one.drop()
      await rm(folder, { recursive: true })
    }
  })
})

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map(({ name }) => name)
}
