/** The account feature: registration, sign-in, profile, security, export and deletion of an account. */
import type { Exporter } from '../kit/exporter.ts'
import type { Log } from '../kit/log.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { Sender } from '../kit/mail/sender.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Feature } from '../shared/feature.ts'
import { eraseDue } from './cancel.ts'
import { sweepCodes } from './code/code.store.ts'
import { createCodes } from './code/codes.ts'
import { accountListeners } from './events.ts'
import { accountExporter } from './export.ts'
import { accountRoutes, type AccountDeps } from './routes.ts'
import { sweepSessions } from './session/session.store.ts'
import { createWechat } from './wechat/wechat.ts'
import { sweepSessionCodes } from './session/session-code.store.ts'

export type AccountFeatureDeps = Pick<AccountDeps, 'registration' | 'fits'> & {
  limits: Limits
  pictures: Pictures
  sender: Sender
  wechatUrl: string | undefined
  /** The exporters of the other features. */
  exporters: readonly Exporter[]
  log: Log
}

export function accountFeature({ sender, wechatUrl, exporters, log, ...deps }: AccountFeatureDeps): Feature {
  return {
    routes: accountRoutes({
      ...deps,
      codes: createCodes({ sender }),
      wechat: createWechat(wechatUrl, log),
      exporters: [accountExporter, ...exporters],
    }),
    listeners: accountListeners(deps.pictures),
    async sweep(realm, now) {
      await sweepSessions(realm.db, now)
      await sweepCodes(realm.db, now)
      await sweepSessionCodes(realm.db, now)
      await eraseDue(realm, now)
    },
  }
}
