/** All boxes of a user: choose the current one, or bind one more. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIsReached } from '../kit/call/connection.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { classes } from '../ui/classes.ts'
import dotStyles from '../ui/dot.module.css'
import { CheckIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { choose, isUnknownBox } from './data.ts'
import { deviceText } from './text.ts'

export function SwitchSheet({
  list,
  current,
  isOpen,
  onClose,
}: {
  list: Device[]
  current: Device
  isOpen: boolean
  onClose: () => void
}) {
  const words = useText(deviceText)
  const common = useText(commonText)
  const isKnown = useIsReached()
  const choosing = useMutation(choose(useQueryClient()))

  function pick(device: Device) {
    onClose()
    if (device.devid === current.devid) return
    choosing.mutate(device, {
      onSuccess: () => toast(words.switched(device.name || device.showsn)),
      onError: (failure) => isUnknownBox(failure) && toast(words.unknownBox),
    })
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.yours} closeLabel={common.close}>
      {list.map((device) => (
        <button
          key={device.devid}
          type="button"
          className={listStyles.option}
          aria-current={device.devid === current.devid || undefined}
          onClick={() => pick(device)}
        >
          <i className={classes(dotStyles.dot, !(isKnown && device.online === 1) && dotStyles.off)} />
          <span className={layoutStyles.grow}>
            <span className={textStyles.label}>{device.name || device.showsn}</span>
            <span className={classes(textStyles.caption, layoutStyles.block)}>
              {[
                !isKnown ? '' : device.online === 1 ? words.online : words.offline,
                device.role === 'owner' ? words.owner : words.member,
                device.showsn,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {device.devid === current.devid && <CheckIcon />}
        </button>
      ))}
    </Sheet>
  )
}
