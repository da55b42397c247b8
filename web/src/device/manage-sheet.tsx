/** The sheet of one box: serial number, name (the owner may change it), make it current, and unbind, with its consequences stated first. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Pencil, Unlink } from 'lucide-react'
import { useState } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { DangerButtons } from '../ui/danger-buttons.tsx'
import layoutStyles from '../ui/layout.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { choose, isUnknownBox, unbind } from './data.ts'
import styles from './device.module.css'
import { RenameForm } from './rename-form.tsx'
import { settingText } from './setting-text.ts'
import { deviceText } from './text.ts'

/** onUnbound: once the box is none of the user's any more. */
type Props = { device: Device; isOpen: boolean; onClose: () => void; onUnbound?: () => void }

export function ManageSheet({ device, isOpen, onClose, onUnbound }: Props) {
  const words = useText(deviceText)
  const more = useText(settingText)
  const common = useText(commonText)
  const [face, setFace] = useState<'box' | 'rename' | 'asking'>('box')
  const isAsking = face === 'asking'
  const choosing = useMutation(choose(useQueryClient()))
  const parting = useMutation(unbind(useQueryClient()))
  const name = device.name || device.showsn

  function leave() {
    setFace('box')
    onClose()
  }

  function makeCurrent() {
    leave()
    choosing.mutate(device, {
      onSuccess: () => toast(words.switched(name)),
      onError: (failure) => isUnknownBox(failure) && toast(words.unknownBox),
    })
  }

  // the promise, not a callback of mutate: unbinding unmounts this sheet
  function part() {
    parting.mutateAsync(device).then(
      () => {
        leave()
        onUnbound?.()
        toast(words.unbound)
      },
      (failure: unknown) => {
        if (isFailure(failure, 'code')) toast(words.unbindFailed)
      },
    )
  }

  const foot = isAsking ? (
    <DangerButtons
      label={words.unbindDo}
      icon={<Unlink size={20} strokeWidth={1.75} />}
      isBusy={parting.isPending}
      onConfirm={part}
      cancelLabel={words.keepIt}
      onCancel={leave}
    />
  ) : face === 'rename' ? undefined : (
    <>
      {device.isdefault !== 1 && (
        <Button isWide icon={<Check size={20} strokeWidth={1.75} />} onClick={makeCurrent}>
          {more.makeCurrent}
        </Button>
      )}
      {device.role === 'owner' && (
        <Button isWide icon={<Pencil size={20} strokeWidth={1.75} />} onClick={() => setFace('rename')}>
          {more.rename}
        </Button>
      )}
      <Button variant="line" isDanger isWide icon={<Unlink size={20} strokeWidth={1.75} />} onClick={() => setFace('asking')}>
        {words.unbind}
      </Button>
    </>
  )
  return (
    <Sheet isOpen={isOpen} onClose={leave} title={isAsking ? words.unbindAsk : name} closeLabel={common.close} foot={foot}>
      {face === 'rename' ? (
        <RenameForm device={device} done={leave} />
      ) : isAsking ? (
        <p className={classes(textStyles.secondary, layoutStyles.bottom8)}>
          {device.role === 'owner' ? words.unbindOwner(name) : words.unbindMember(name)}
        </p>
      ) : (
        <dl className={styles.facts}>
          <div>
            <dt>{words.serial}</dt>
            <dd className={textStyles.numeric}>{device.devsn}</dd>
          </div>
          <div>
            <dt>{words.role}</dt>
            <dd>{device.role === 'owner' ? words.owner : words.member}</dd>
          </div>
        </dl>
      )}
    </Sheet>
  )
}
