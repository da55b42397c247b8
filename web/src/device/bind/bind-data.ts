/** Binding a box to its owner. */
import { bindDevice, bindStatus, listDevices, selectDevice, wechatAdd, type Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { isWeChat } from '../../kit/platform.ts'
import { devices } from '../data.ts'

/** scanned: the whole text of the QR code. */
type BindInput = { devsn: string; code: string; scanned?: string }

/** The user's box with this serial: its code need not be used up for somebody who has it. */
async function ownBox(devsn: string): Promise<Device | undefined> {
  const { is_bound } = await ask(bindStatus, { devsn })
  return is_bound === 1 ? (await ask(listDevices, {})).data.find((box) => box.devsn === devsn) : undefined
}

export const bind = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ devsn, code, scanned }: BindInput) => {
      const own = devsn === '' ? undefined : await ownBox(devsn)
      if (own) return own
      return scanned !== undefined && isWeChat() ? ask(wechatAdd, { code: scanned }) : ask(bindDevice, { devsn, code })
    },
    async onSuccess(device) {
      // binding a second box does not change the default; the user's new box is selected explicitly
      if (device.isdefault !== 1) await ask(selectDevice, { devid: device.devid }).catch(() => null)
      await client.fetchQuery({ ...devices(), staleTime: 0 })
    },
    meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
  })

export const bindWords = ['wrongCode', 'boxOffline', 'connectFailed', 'tooMany', 'bindFailed'] as const

/** The text key for a refused binding, by code. */
export function bindWord(code: number): (typeof bindWords)[number] {
  if (code === Code.wrongCredentials || code === Code.invalid || code === Code.notFound) return 'wrongCode'
  if (code === Code.offline) return 'boxOffline'
  if (code === Code.noResponse) return 'connectFailed'
  return code === Code.tooMany ? 'tooMany' : 'bindFailed'
}
