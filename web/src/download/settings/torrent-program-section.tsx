/** Which program fetches the torrents: the box's aria2, or one of the owner's, whose address and password are tried at once. */
import type { Device } from '@homeport/contract/device.ts'
import {
  programAddressMaxLength,
  programPasswordMaxLength,
  programUserMaxLength,
  torrentProgramChoices,
  torrentProgramKinds,
  torrentProgramSet,
  type TorrentProgram,
  type TorrentProgramChoice,
  type TorrentProgramKind,
} from '@homeport/contract/download/torrent-program.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Magnet } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { useKept } from '../../kit/keep/draft.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import configStyles from '../config.module.css'
import styles from './settings.module.css'
import { program, setProgram } from './torrent-program-data.ts'
import { programText } from './torrent-program-text.ts'

const kindOf = ({ kind }: TorrentProgram): TorrentProgramKind | undefined => torrentProgramKinds.find((one) => one === kind)

export function TorrentProgramSection({ device }: { device: Device }) {
  const words = useText(programText)
  const { data: now } = useQuery(program(device))
  const [isOpen, setOpen] = useState(false)
  const isOn = device.online === 1
  // An open sheet outlasts the box: what is typed in it is not torn away.
  if (!now || (!isOn && !isOpen)) return null
  const isOwner = device.role === 'owner'
  const kind = kindOf(now)
  const name = [kind ? words.names[kind] : now.kind, now.version].filter(Boolean).join(' ')
  const content = (
    <>
      <Magnet strokeWidth={1.75} />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, layoutStyles.block)}>{name}</span>
        <span className={classes(textStyles.caption, layoutStyles.block, now.state !== 'works' && textStyles.warning)}>
          {words[now.state]}
        </span>
      </span>
      {isOwner && <ChevronRight size={20} strokeWidth={1.75} />}
    </>
  )
  return (
    <section className={classes(configStyles.form, styles.program)} aria-label={words.title}>
      <h2>{words.title}</h2>
      <div className={listStyles.list}>
        {isOwner ? (
          <button type="button" className={listStyles.row} aria-haspopup="dialog" disabled={!isOn} onClick={() => setOpen(true)}>
            {content}
          </button>
        ) : (
          <div className={listStyles.row}>{content}</div>
        )}
      </div>
      {isOpen && <ProgramSheet device={device} now={now} onClose={() => setOpen(false)} />}
    </section>
  )
}

const inputs = {
  address: { inputMode: 'url', placeholder: 'http://192.168.1.20:8080', maxLength: programAddressMaxLength },
  user: { maxLength: programUserMaxLength },
  password: { type: 'password', maxLength: programPasswordMaxLength },
} as const
const plain = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const
const fields = ['address', 'user', 'password'] as const

function ProgramSheet({ device, now, onClose }: { device: Device; now: TorrentProgram; onClose: () => void }) {
  const words = useText(programText)
  const lang = useLang()
  const [kind, choose] = useState<TorrentProgramChoice>(now.kind === 'aria2' ? 'aria2' : 'own')
  const [login, setLogin, forget] = useKept(`torrent program ${device.devsn}`, { address: now.address, user: now.user }, 'keeps')
  const [password, setPassword] = useState('')
  const typed = { ...login, password }
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null)
  const setting = useMutation(setProgram(useQueryClient(), device))
  const isKept = now.has_password && typed.address === now.address && typed.user === now.user

  function submit() {
    const given = kind === 'aria2' ? { kind } : { kind, ...login, ...(password === '' && isKept ? {} : { password }) }
    const read = z.safeParse(torrentProgramSet.input, given)
    const [issue] = read.error?.issues ?? []
    if (!read.success) return setWrong({ field: String(issue?.path[0] ?? ''), text: wordsOf(issue?.message ?? '', lang) })
    setting.mutate(read.data, {
      onSuccess() {
        forget()
        toast(words.used)
        onClose()
      },
      onError(failure) {
        const invalid = isFailure(failure) ? failure.invalid : null
        if (invalid) setWrong({ field: invalid.field, text: wordsOf(invalid.rule, lang) })
      },
    })
  }
  return (
    <Sheet isOpen onClose={onClose} title={words.program} closeLabel={useText(commonText).close}>
      <div className={listStyles.list} role="group" aria-label={words.program}>
        {torrentProgramChoices.map((one) => (
          <button
            key={one}
            type="button"
            className={listStyles.row}
            aria-pressed={one === kind}
            disabled={setting.isPending}
            onClick={() => {
              choose(one)
              setWrong(null)
            }}
          >
            <span className={layoutStyles.grow}>
              <span className={classes(textStyles.label, layoutStyles.block)}>{words.choices[one]}</span>
              <span className={textStyles.caption}>{words.abouts[one]}</span>
            </span>
            {one === kind && (
              <span className={styles.check}>
                <CheckIcon size={22} />
              </span>
            )}
          </button>
        ))}
      </div>
      {wrong?.field === 'kind' && (
        <p className={classes(textStyles.caption, textStyles.warning)} role="alert">
          {wrong.text}
        </p>
      )}
      <Form submit={submit} label={kind === 'aria2' ? words.useAria2 : words.use} isBusy={setting.isPending}>
        {kind !== 'aria2' && (
          <>
            <p className={classes(textStyles.secondary, styles.how)}>{words.how}</p>
            {fields.map((name) => (
              <Field
                key={name}
                label={words[name]}
                value={typed[name]}
                readOnly={setting.isPending}
                error={wrong?.field === name ? wrong.text : undefined}
                {...(name === 'password' && isKept ? { hint: words.kept } : {})}
                onChange={({ target }) => {
                  if (name === 'password') setPassword(target.value)
                  else setLogin({ ...login, [name]: target.value })
                  setWrong(null)
                }}
                {...plain}
                {...inputs[name]}
              />
            ))}
          </>
        )}
      </Form>
    </Sheet>
  )
}
