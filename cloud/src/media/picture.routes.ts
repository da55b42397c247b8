/** GET /{lang}/forum/picture/{id}: pictures of people and posts, for anyone with the id. A picture never changes, so it is cached for ever. */
import type { FastifyInstance } from 'fastify'
import { Code } from '@homeport/contract/kit/codes.ts'
import { envelopeOf } from '../kit/http/mount.ts'
import { pictureOf } from './picture.store.ts'
import type { Pictures } from './pictures.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'

const forGood = 'public, max-age=31536000, immutable'

export function mountPictures(
  app: FastifyInstance,
  { realms, pictures }: { realms: readonly Realm[]; pictures: Pictures },
): void {
  for (const realm of realms) {
    app.get<{ Params: { id: string } }>(`/${realm.lang}/forum/picture/:id`, async ({ params }, reply) => {
      const row = await pictureOf(realm.db, params.id)
      // A plain 404: <img> and caches read the status, not an envelope.
      if (!row) return reply.code(404).send(envelopeOf(new Refusal(Code.notFound), realm.lang))
      // The apps' own pages have an origin of their own.
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Cache-Control', forGood)
      return reply.type(row.type).send(await pictures.read(realm, row.picture_id))
    })
  }
}
