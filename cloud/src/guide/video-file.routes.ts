/** GET /{lang}/manager/guide/{id}: the file of an operator's guide, with ranges, so that a player can jump in it. */
import type { FastifyInstance } from 'fastify'
import { createReadStream } from 'node:fs'
import { Code } from '@homeport/contract/kit/codes.ts'
import { envelopeOf } from '../kit/http/mount.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Uploads } from '../media/uploads.ts'
import { videoPath } from './all-guides.ts'
import { ownVideo } from './own-video.store.ts'
import { fileKey } from './video-key.ts'

type Deps = { realms: readonly Realm[]; uploads: Pick<Uploads, 'localPath'> }

export function mountVideoFiles(app: FastifyInstance, { realms, uploads }: Deps): void {
  for (const realm of realms) {
    app.get<{ Params: { id: string } }>(`/${realm.lang}/manager${videoPath}:id`, async ({ params, headers }, reply) => {
      const row = await ownVideo(realm.db, params.id)
      if (!row || row.file_type === '') return reply.code(404).send(envelopeOf(new Refusal(Code.notFound), realm.lang))
      // The app's own pages may have an origin of their own.
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Accept-Ranges', 'bytes').type(row.file_type)
      const range = rangeOf(headers.range, row.size)
      if (range === 'outside') return reply.code(416).header('Content-Range', `bytes */${row.size}`).send()
      const path = await uploads.localPath(fileKey(row.video_id))
      const { from, to } = range ?? { from: 0, to: row.size - 1 }
      reply.header('Content-Length', to - from + 1)
      if (range) reply.code(206).header('Content-Range', `bytes ${from}-${to}/${row.size}`)
      return reply.send(createReadStream(path, { start: from, end: to }))
    })
  }
}

/** undefined: the whole file. One range; several are answered with the whole file, as a server may. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return from > to || from >= size ? 'outside' : { from, to }
}
