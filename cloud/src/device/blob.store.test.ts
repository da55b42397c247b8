import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import type { Realm } from '../kit/realm.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { openUploads, type Uploads } from '../media/uploads.ts'
import { TooLarge } from '../kit/http/temp-upload.ts'
import { keepBlob, sweepBlobs } from './blob.routes.ts'
import { addBlob, blobLifeMs, bytesOf, isBound, readableOwner } from './blob.store.ts'
import { bindUser } from './store.ts'

const box = 'AAAAAAAAAAAAAAAA'

eachDb('blobs', (open) => {
  let opened: TestDb
  let folder: string
  let uploads: Uploads
  let realm: Realm
  beforeEach(async () => {
    opened = await open()
    folder = await mkdtemp(join(tmpdir(), 'homeport-blobs-'))
    uploads = await openUploads(undefined, { folder: join(folder, 'kept'), spoolFolder: join(folder, 'spool') })
    realm = { lang: 'en', db: opened.db, change: (work) => opened.db.transaction().execute((trx) => work(trx, async () => {})) }
    for (const user_id of ['ann', 'bob', 'cat'])
      await realm.change((trx) => addUser(trx, { user_id, username: user_id, password_hash: '', created_at: 0 }))
    for (const user_id of ['ann', 'bob']) await realm.change((trx) => bindUser(trx, user_id, { devsn: box, now: 1 }))
  })
  afterEach(async () => {
    await uploads.stop()
    await opened.drop()
    await rm(folder, { recursive: true })
  })

  const mayRead = async (kind: 'user' | 'box', id: string, now = 10) =>
    (await readableOwner(opened.db, { kind, id }, { blobId: 'blob-of-ann-1234', now })) !== undefined

  test('are read by their household alone, and for a day', async () => {
    await addBlob(opened.db, { blob_id: 'blob-of-ann-1234', owner: 'user:ann', size: 3, put_at: 5 })
    expect([await mayRead('user', 'ann'), await mayRead('user', 'bob'), await mayRead('box', box)]).toEqual([true, true, true])
    expect([await mayRead('user', 'cat'), await mayRead('box', 'BBBBBBBBBBBBBBBB'), await mayRead('user', box)]).toEqual([
      false,
      false,
      false,
    ])
    expect([await mayRead('user', 'ann', 4 + blobLifeMs), await mayRead('user', 'ann', 5 + blobLifeMs)]).toEqual([true, false])
  })

  test('put twice count once', async () => {
    await addBlob(opened.db, { blob_id: 'x', owner: 'user:ann', size: 3, put_at: 5 })
    await addBlob(opened.db, { blob_id: 'x', owner: 'user:ann', size: 4_000_000_000, put_at: 6 })
    expect(await bytesOf(opened.db, 'user:ann')).toBe(4_000_000_000)
    expect(await bytesOf(opened.db, 'user:nobody')).toBe(0)
    expect([await isBound(opened.db, box), await isBound(opened.db, 'none')]).toEqual([true, false])
  })

  test('older than a day are swept, file and row; younger ones stay', async () => {
    const files = async () =>
      (await readdir(join(folder, 'kept'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length
    await keepBlob({ realm, uploads, id: 'old', owner: 'user:ann', now: 0 }, await uploads.spool(Readable.from(['old']), 10))
    await keepBlob({ realm, uploads, id: 'new', owner: 'user:ann', now: 1000 }, await uploads.spool(Readable.from(['new']), 10))
    await addBlob(opened.db, { blob_id: 'row-without-a-file', owner: 'user:ann', size: 1, put_at: 0 })
    expect(await files()).toBe(2)
    await sweepBlobs(realm, uploads, blobLifeMs)
    expect(await files()).toBe(1)
    expect((await opened.db.selectFrom('blobs').select('blob_id').execute()).map(({ blob_id }) => blob_id)).toEqual(['new'])
  })

  test('too large ones are refused while they come and leave no file', async () => {
    await expect(uploads.spool(Readable.from([Buffer.alloc(6), Buffer.alloc(6)]), 10)).rejects.toThrow(TooLarge)
    const remaining = await readdir(join(folder, 'spool'), { recursive: true, withFileTypes: true })
    expect(remaining.filter((one) => one.isFile())).toEqual([])
  })
})
