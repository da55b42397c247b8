/** Binding a box by the pairing code that it shows: the serial number alone never binds (P19). */
import { bindDevice, deviceBound, wechatAdd, type Device } from '@homeport/contract/device.ts'
import { invalid } from '../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../kit/http/serve.ts'
import type { Pairing } from './pairing.ts'
import { bindUser, membersOf } from './store.ts'
import { viewOf, type BoxFacts } from './to-wire.ts'

export function bindRoutes({ pairing, facts }: { pairing: Pairing; facts: BoxFacts }): Route[] {
  async function bind({ devsn: named, code }: Named, { realm, db, now, address, user }: UserContext): Promise<Device> {
    const { lang } = realm
    const devsn = await pairing.pair({
      lang,
      devsn: named,
      code,
      user: `${lang}:${user.user_id}`,
      address,
      from: async (one) => {
        const members = await membersOf(db, one)
        const role = members.find(({ user_id }) => user_id === user.user_id)?.role ?? (members.length === 0 ? 'owner' : 'member')
        return { user_id: user.user_id, role, name: user.nickname }
      },
    })
    const row = await realm.change(async (trx, emit) => {
      const bound = await bindUser(trx, user.user_id, { devsn, now })
      await emit(deviceBound, { devsn, user_id: user.user_id, role: bound.role })
      return bound
    })
    return viewOf(realm, row, facts)
  }

  return [serve(bindDevice, bind), serve(wechatAdd, ({ code }, context) => bind(scanned(code), context))]
}

type Named = { devsn: string; code: string }

/** Parses the text that WeChat's scanner read: the link of a box's QR code (serial and code after the #), or the code alone. */
function scanned(text: string): Named {
  const isLink = /^https?:.*#/s.test(text)
  const params = new URLSearchParams(isLink ? text.slice(text.indexOf('#')).split('?')[1] : { code: text.trim() })
  const read = bindDevice.input.safeParse({ devsn: params.get('devsn') ?? '', code: params.get('code') ?? '' })
  if (!read.success) throw invalid('code', 'qrcode')
  return read.data
}
