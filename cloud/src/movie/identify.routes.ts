/** Routes that have an online box find out which film a file is; it decides and answers itself. Files that it cannot show are listed from the mirror. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Act, Out, Shape } from '@homeport/contract/kit/operation.ts'
import {
  filmForget,
  filmIdentify,
  filmMatch,
  getMovieFile,
  listUnreadable,
  removeRelation,
  saveMovieFile,
} from '@homeport/contract/movie/identify.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route, type UserBoxRequests } from '../kit/http/serve.ts'
import type { BoxLibrary } from './library/box-library.ts'
import { unreadableOf } from './film/unreadable.store.ts'

export function identifyRoutes({ staleAt }: Pick<BoxLibrary, 'staleAt'>): Route[] {
  return [
    serve(getMovieFile, async ({ id }, { box }) => replyOf(box, filmMatch, { id })),
    serve(saveMovieFile, async (input, { box }) => {
      const { devid: _, ...choice } = input
      return replyOf(box, filmIdentify, choice)
    }),
    serve(removeRelation, async ({ id }, { box }) => replyOf(box, filmForget, { id })),
    serve(listUnreadable, async ({ page, limit }, context) => {
      const slice = { devsn: context.device.devsn, limit, offset: (page - 1) * limit }
      const [files, stale_at] = await Promise.all([unreadableOf(context.db, slice), staleAt(context)])
      return { ...files, page, limit, stale_at }
    }),
  ]
}

/** The box's refusals are passed on. */
async function replyOf<I extends Shape, O extends Shape>(box: UserBoxRequests, act: Act<I, O>, input: Out<I>): Promise<Out<O>> {
  const { code, data } = await box.send(act.name, input)
  if (code >= Code.invalid) throw new Refusal(code, undefined, data)
  const reply = act.output.safeParse(data)
  if (code !== Code.ok || !reply.success) throw new Refusal(Code.noResponse)
  return reply.data
}
