/** The one check of every act that names a screen: somebody else's own browser is as one that does not exist (P16). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { screenFieldOf } from '@homeport/contract/shape/film/screen-target.ts'
import type { ActCaller, Handler } from '../kit/connection/answer.ts'
import { Refusal } from '../kit/refusal.ts'
import type { ScreenOwner } from './store.ts'

export type ScreenGateDeps = { byId: (screen_id: string) => { owner?: ScreenOwner | undefined } | undefined }

export function createScreenGate({ byId }: ScreenGateDeps) {
  function refuseOthers(screen_id: unknown, { realm, from }: ActCaller): void {
    const owner = typeof screen_id === 'string' ? byId(screen_id)?.owner : undefined
    if (!owner || (owner.realm === realm && owner.user_id === from?.user_id)) return
    throw new Refusal(Code.notFound, { reason: 'no_screen' })
  }

  return (handler: Handler): Handler => {
    const field = screenFieldOf(handler.act)
    if (field === undefined) return handler
    return {
      ...handler,
      async run(data, by) {
        refuseOthers(new Map(Object.entries(data ?? {})).get(field), by)
        return handler.run(data, by)
      },
    }
  }
}
