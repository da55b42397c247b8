/** The serial of a box and the way to part from it, which says first what is lost. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { unbind } from './data.ts'
import { deviceText } from './text.ts'

export function ManageSheet({ device, isOpen, close }: { device: Device; isOpen: boolean; close: () => void }) {
  const words = useText(deviceText)
  const common = useText(commonText)
  const [isAsking, setAsking] = useState(false)
  const parting = useMutation(unbind(useQueryClient()))
  const name = device.name || device.showsn

  function leave() {
    setAsking(false)
    close()
  }

  // the promise, not a callback of mutate: unbinding takes this sheet off the screen
  function part() {
    parting.mutateAsync(device).then(
      () => {
        leave()
        toast(words.unbound)
      },
      () => null,
    )
  }

  const foot = isAsking ? (
    <>
      <Button isWide onClick={leave}>
        {words.keepIt}
      </Button>
      <Button
        look="line"
        isDanger
        isWide
        isBusy={parting.isPending}
        icon={<Unlink size={20} strokeWidth={1.75} />}
        onClick={part}
      >
        {words.unbindDo}
      </Button>
    </>
  ) : (
    <Button look="line" isDanger isWide icon={<Unlink size={20} strokeWidth={1.75} />} onClick={() => setAsking(true)}>
      {words.unbind}
    </Button>
  )
  return (
    <Sheet isOpen={isOpen} close={leave} title={isAsking ? words.unbindAsk : name} closeLabel={common.close} foot={foot}>
      {isAsking ? (
        <p className="sub" style={{ paddingBottom: 8 }}>
          {device.role === 'owner' ? words.unbindOwner(name) : words.unbindMember(name)}
        </p>
      ) : (
        <dl className="lines">
          <div>
            <dt>{words.serial}</dt>
            <dd className="num">{device.devsn}</dd>
          </div>
          <div>
            <dt>{words.version}</dt>
            <dd className="num">{device.version || '–'}</dd>
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
