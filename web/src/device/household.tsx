/** The people of a box, the owner first; the owner may unbind the others. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Unlink, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { dateOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { PersonIcon, RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { Row } from '../ui/row.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { household, unbindOther } from './household-data.ts'
import { settingText } from './setting-text.ts'
import { deviceText } from './text.ts'

type Person = { user_id: string; name: string; role: 'owner' | 'member'; since: number; is_me: boolean }

export function Household({ device }: { device: Device }) {
  const words = useText(settingText)
  const roles = useText(deviceText)
  const people = useQuery(household(device))
  const [chosen, setChosen] = useState<Person | null>(null)
  const [isJoinOpen, setJoinOpen] = useState(false)
  const list = people.data ?? []
  return (
    <section>
      <div className="sec-h">
        <h2>{words.household}</h2>
        {list.length > 0 && <span className="cap num">{words.people(list.length)}</span>}
      </div>
      {people.isPending && <span className="sk late" style={{ height: 114, borderRadius: 20, marginBottom: 16 }} />}
      {people.isError && !people.data && (
        <>
          <p className="note" role="alert">
            <WarnIcon size={18} />
            {words.peopleFailed}
          </p>
          <Button isWide icon={<RetryIcon size={20} />} onClick={() => void people.refetch()}>
            {words.retry}
          </Button>
        </>
      )}
      {list.length > 0 && (
        <div className="list">
          {list.map((person) => {
            const may = device.role === 'owner' && !person.is_me
            return (
              <Row
                key={person.user_id}
                icon={<PersonIcon />}
                label={person.is_me ? `${person.name} · ${words.you}` : person.name}
                value={person.role === 'owner' ? roles.owner : roles.member}
                {...(may ? { onClick: () => setChosen(person) } : {})}
              />
            )
          })}
          <Row icon={<UserPlus strokeWidth={1.75} />} label={words.joinTitle} onClick={() => setJoinOpen(true)} />
        </div>
      )}
      <Sheet isOpen={isJoinOpen} close={() => setJoinOpen(false)} title={words.joinTitle} closeLabel={useText(commonText).close}>
        <p className="sub">{words.joinText}</p>
        <p className="sub" style={{ padding: '12px 0' }}>
          {words.ownerMay}
        </p>
      </Sheet>
      <OneMember device={device} person={chosen} close={() => setChosen(null)} />
    </section>
  )
}

function OneMember({ device, person, close }: { device: Device; person: Person | null; close: () => void }) {
  const words = useText(settingText)
  const common = useText(commonText)
  const parting = useMutation(unbindOther(useQueryClient(), device))
  // the last one stays in the sheet while it goes down
  const [shown, setShown] = useState(person)
  if (person && person !== shown) setShown(person)
  if (!shown) return null
  function part({ user_id, name }: Person) {
    parting.mutateAsync(user_id).then(
      () => {
        close()
        toast(words.memberUnbound(name))
      },
      () => close(),
    )
  }
  const foot = (
    <>
      <Button isWide onClick={close}>
        {words.keep}
      </Button>
      <Button
        look="line"
        isDanger
        isWide
        isBusy={parting.isPending}
        icon={<Unlink size={20} strokeWidth={1.75} />}
        onClick={() => part(shown)}
      >
        {words.unbindDo}
      </Button>
    </>
  )
  return (
    <Sheet isOpen={person !== null} close={close} title={words.unbindMemberAsk(shown.name)} closeLabel={common.close} foot={foot}>
      <p className="sub">{words.unbindMemberText(shown.name)}</p>
      <p className="cap" style={{ marginTop: 8 }}>
        {words.since(dateOf(shown.since))}
      </p>
    </Sheet>
  )
}
