/** The people of a box, the owner first; the owner invites others and may unbind them. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Plus, Unlink } from 'lucide-react'
import { useCallback, useState } from 'react'
import { dateOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Avatar, avatarColours } from '../../ui/avatar.tsx'
import barsStyles from '../../ui/bars.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import gridStyles from '../../ui/grid.module.css'
import { DangerButtons } from '../../ui/danger-buttons.tsx'
import { RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import noteStyles from '../../ui/note.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { household, unbindOther, type Person } from './household-data.ts'
import styles from './household.module.css'
import { InviteSheet } from './invite-sheet.tsx'
import { settingText } from '../setting-text.ts'
import { deviceText } from '../text.ts'

const maxFaces = 5

export function Household({ device }: { device: Device }) {
  const words = useText(settingText)
  const people = useQuery(household(device))
  const [chosen, setChosen] = useState<Person | null>(null)
  const [isInviting, setInviting] = useState(false)
  const { refetch } = people
  const refresh = useCallback(() => void refetch(), [refetch])
  const close = useCallback(() => setInviting(false), [])
  const list = people.data ?? []
  const colours = avatarColours(list.map(({ name }) => name))
  const isOwner = device.role === 'owner'
  return (
    <>
      <main className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing)}>
        {people.isPending && <Skeleton height={240} radius={20} isLate />}
        {people.isError && !people.data && (
          <>
            <p className={noteStyles.note} role="alert">
              <WarnIcon size={18} />
              {words.peopleFailed}
            </p>
            <Button isWide icon={<RetryIcon size={20} />} onClick={() => void people.refetch()}>
              {words.retry}
            </Button>
          </>
        )}
        {list.length > 0 && (
          <>
            {list.length > 1 && (
              <div className={styles.faces}>
                {list.slice(0, maxFaces).map(({ user_id, name }, at) => (
                  <Avatar key={user_id} name={name} src="" colour={colours[at]} />
                ))}
              </div>
            )}
            <h2 className={styles.boxName}>{device.name || device.showsn}</h2>
            <p className={textStyles.secondary}>{words.sharedBy(list.length)}</p>
            <h3 className={styles.head}>{words.members}</h3>
            <ul className={listStyles.list}>
              {list.map((person, at) => (
                <Member
                  key={person.user_id}
                  person={person}
                  colour={colours[at]}
                  {...(isOwner && !person.is_me ? { open: () => setChosen(person) } : {})}
                />
              ))}
            </ul>
            <p className={textStyles.caption}>{isOwner ? words.ownerMay : words.onlyOwner}</p>
          </>
        )}
      </main>
      {isOwner && list.length > 0 && (
        <footer className={classes(barsStyles.bottomBar, barsStyles.inPage)}>
          <Button variant="main" isWide icon={<Plus size={20} strokeWidth={2} />} onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        </footer>
      )}
      <InviteSheet device={device} people={list} isOpen={isInviting} onClose={close} refresh={refresh} />
      <OneMember device={device} person={chosen} onClose={() => setChosen(null)} />
    </>
  )
}

type MemberProps = { person: Person; colour: string | undefined; open?: () => void }

function Member({ person: { name, role, is_me }, colour, open }: MemberProps) {
  const words = useText(settingText)
  const roles = useText(deviceText)
  const roleName = role === 'owner' ? roles.owner : roles.member
  const inner = (
    <>
      <Avatar name={name} src="" isSmall colour={colour} />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.oneLine, styles.line)}>{name}</span>
        <span className={classes(textStyles.caption, styles.line)}>{is_me ? `${words.you} · ${roleName}` : roleName}</span>
      </span>
      {open && (
        <span className={listStyles.chevron}>
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      )}
    </>
  )
  return (
    <li className={styles.row}>
      {open ? (
        <button type="button" className={listStyles.row} onClick={open}>
          {inner}
        </button>
      ) : (
        <div className={listStyles.row}>{inner}</div>
      )}
    </li>
  )
}

function OneMember({ device, person, onClose }: { device: Device; person: Person | null; onClose: () => void }) {
  const words = useText(settingText)
  const common = useText(commonText)
  const parting = useMutation(unbindOther(useQueryClient(), device))
  // the sheet keeps the last person while it closes
  const [shown, setShown] = useState(person)
  if (person && person !== shown) setShown(person)
  if (!shown) return null
  function part({ user_id, name }: Person) {
    parting.mutateAsync(user_id).then(
      () => {
        onClose()
        toast(words.memberUnbound(name))
      },
      () => onClose(),
    )
  }
  const foot = (
    <DangerButtons
      label={words.unbindDo}
      icon={<Unlink size={20} strokeWidth={1.75} />}
      isBusy={parting.isPending}
      onConfirm={() => part(shown)}
      cancelLabel={words.keep}
      onCancel={onClose}
    />
  )
  return (
    <Sheet
      isOpen={person !== null}
      onClose={onClose}
      title={words.unbindMemberAsk(shown.name)}
      closeLabel={common.close}
      foot={foot}
    >
      <p className={textStyles.secondary}>{words.unbindMemberText(shown.name)}</p>
      <p className={classes(textStyles.caption, layoutStyles.above8)}>{words.since(dateOf(shown.since))}</p>
    </Sheet>
  )
}
