/** A box's facts about itself, from the box, while the cloud is away. */
import { deviceInfo, devInfo } from '@homeport/contract/device.ts'
import { answerInHouse } from '../kit/call/in-house.ts'
import { send } from '../kit/call/box-connection.ts'

export function answerDeviceInHouse(): () => void {
  return answerInHouse(devInfo, async () => ({ ...(await send(deviceInfo, {})), stale_at: null }))
}
