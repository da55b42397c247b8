/** Blob upload and download between app and box: PUT and GET /{lang}/device/blob/{id}, with a user's token or a box's signature (wire.md). */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@homeport/contract/kit/codes.ts'
import { blobAudience } from '@homeport/contract/kit/connection.ts'
import { readBoxToken } from '../connection/broker/box-token.ts'
import type { Realm } from '../kit/realm.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import type { AuthResolvers } from '../kit/http/serve.ts'
import { type Uploads } from '../media/uploads.ts'
import { TooLarge, type TempUpload } from '../kit/http/temp-upload.ts'
import { headerOf } from '../kit/auth.ts'
import { createBlobQuota } from './blob-quota.ts'
import { addBlob, dropBlob, hasBox, isBound, oldBlobs, ownerOf, readableOwner, type Putter } from './blob.store.ts'

export const blobMaxBytes = 32 * 1024 * 1024
/** Random, or the SHA-256 of the content in hex, which is then checked. */
const blobId = /^[A-Za-z0-9_-]{16,64}$/
const contentId = /^[0-9a-f]{64}$/

export type BlobDeps = { realms: readonly Realm[]; uploads: Uploads; auth: Pick<AuthResolvers, 'sessionOf'>; now: () => number }

/** Not part of the contract's calls, because bodies are bytes. A missing blob gets the envelope with 4004: a picture may still be uploading. */
export async function blobRoutes(app: FastifyInstance, { realms, uploads, auth, now }: BlobDeps): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    (_request: FastifyRequest, body: IncomingMessage, done: (error: Error | null, body?: unknown) => void) => done(null, body),
  )

  for (const realm of realms) {
    const quota = createBlobQuota()
    app.put<{ Params: { id: string } }>(`/${realm.lang}/device/blob/:id`, { bodyLimit: blobMaxBytes }, async (request, reply) => {
      const { id } = request.params
      if (!blobId.test(id)) throw invalid('id')
      const putter = await whoAsks(request, realm, { auth, now })
      if (putter.kind === 'user' && !(await hasBox(realm.db, putter.id))) throw new Refusal(Code.notBound)
      const maxBytes = maxBytesOf(request)
      const giveBack = await quota.reserve(realm.db, putter, maxBytes)
      if (!giveBack) throw new Refusal(Code.tooMany)
      try {
        const tempUpload = await uploads.spool(request.raw, maxBytes).catch((error: unknown) => {
          throw error instanceof TooLarge ? Object.assign(error, { statusCode: 413 }) : error
        })
        if (contentId.test(id) && tempUpload.sha256 !== id) {
          await uploads.drop(tempUpload)
          throw invalid('id')
        }
        await keepBlob({ realm, uploads, id, owner: ownerOf(putter), now: now() }, tempUpload)
        return await reply.send({ code: Code.ok, msg: 'ok', data: { id, size: tempUpload.sizeBytes } })
      } finally {
        giveBack()
      }
    })

    app.get<{ Params: { id: string } }>(`/${realm.lang}/device/blob/:id`, async (request, reply) => {
      const reader = await whoAsks(request, realm, { auth, now })
      const owner = await readableOwner(realm.db, reader, { blobId: request.params.id, now: now() })
      const key = owner === undefined ? '' : keyOf(realm, owner, request.params.id)
      // The row comes before the file, so a blob that is still being kept is not found yet.
      if (key === '' || !(await uploads.has(key))) throw new Refusal(Code.notFound)
      reply.header('Content-Disposition', 'attachment').header('Cache-Control', 'private, no-store')
      return reply.type('application/octet-stream').send(await uploads.read(key))
    })
  }
}

/** The length that the request announces; a body without one may be as long as any. */
function maxBytesOf({ headers }: FastifyRequest): number {
  const announced = Number(headers['content-length'] ?? blobMaxBytes)
  if (announced > blobMaxBytes) throw Object.assign(new Error('The blob is too large'), { statusCode: 413 })
  return announced
}

export async function keepBlob(
  { realm, uploads, id, owner, now }: { realm: Realm; uploads: Uploads; id: string; owner: string; now: number },
  tempUpload: TempUpload,
): Promise<void> {
  // The row first: a file without a row would never be swept.
  await addBlob(realm.db, { blob_id: id, owner, size: tempUpload.sizeBytes, put_at: now })
  await uploads.keep(tempUpload, keyOf(realm, owner, id))
}

/** Removes blobs older than a day. */
export async function sweepBlobs(realm: Realm, uploads: Uploads, now: number): Promise<void> {
  for (const old of await oldBlobs(realm.db, now)) {
    await uploads.remove(keyOf(realm, old.owner, old.blob_id))
    await dropBlob(realm.db, old, now)
  }
}

async function whoAsks(request: FastifyRequest, realm: Realm, { auth, now }: Pick<BlobDeps, 'auth' | 'now'>): Promise<Putter> {
  const signed = /^Box (\S+)$/.exec(headerOf(request.headers, 'authorization'))?.[1]
  if (signed !== undefined) {
    const box = await readBoxToken(signed, { audience: blobAudience, now: now() })
    if (!box || box.claims.path !== request.url || !(await isBound(realm.db, box.devsn))) throw new Refusal(Code.notAllowed)
    return { kind: 'box', id: box.devsn }
  }
  const token = headerOf(request.headers, 'token')
  if (token === '') throw new Refusal(Code.noToken)
  return { kind: 'user', id: (await auth.sessionOf(realm, token)).user.user_id }
}

/** The file name does not reveal the owner. */
function keyOf({ lang }: Realm, owner: string, id: string): string {
  const name = createHash('sha256').update(`${owner}/${id}`).digest('hex')
  return `${lang}/${name.slice(0, 2)}/${name}`
}
