/** GET /{lang}/{host}/: the description of each of the seven hosts. */
import type { FastifyInstance } from 'fastify'
import { appVersion } from '@homeport/contract/kit/version.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { hosts, langs } from '@homeport/contract/kit/operation.ts'

export function mountHosts(app: FastifyInstance): void {
  for (const lang of langs) {
    for (const host of hosts) {
      app.get(`/${lang}/${host}/`, async () => ({
        code: Code.ok,
        msg: 'ok',
        data: { host, lang, version: appVersion.version_name },
      }))
    }
  }
}
