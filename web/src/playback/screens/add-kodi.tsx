/** Adds a Kodi by its address and password; those that announce themselves fill in their address. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { kodiPort, screenKodiAdd, type FoundKodi, type Screen } from '@homeport/contract/playback/screen.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { useKept } from '../../kit/keep/draft.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import textStyles from '../../ui/text.module.css'
import { addKodi } from '../screens-data.ts'
import styles from '../screens.module.css'
import { kodiText } from './kodi-text.ts'

type Props = { device: Device; kodis: readonly FoundKodi[]; added: (screen: Screen) => void }

export function AddKodi({ device, kodis, added }: Props) {
  const words = useText(kodiText)
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <KodiForm
        device={device}
        kodis={kodis}
        added={(screen) => {
          setOpen(false)
          added(screen)
        }}
      />
    )
  return (
    <Button variant="line" isWide icon={<Plus size={20} strokeWidth={1.75} />} onClick={() => setOpen(true)}>
      {words.add}
    </Button>
  )
}

const fields = ['address', 'port', 'username', 'password'] as const
type FieldName = (typeof fields)[number]
const empty: Record<Exclude<FieldName, 'password'>, string> = { address: '', port: String(kodiPort), username: '' }
/** A password is shown as dots and kept by nobody else; an address is no text to be mended. */
const inputs = {
  address: { inputMode: 'url', placeholder: '192.168.1.20' },
  port: { inputMode: 'numeric', maxLength: 5 },
  username: {},
  password: { type: 'password' },
} as const
const plain = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

function KodiForm({ device, kodis, added }: Props) {
  const words = useText(kodiText)
  const lang = useLang()
  const adding = useMutation(addKodi(useQueryClient(), device))
  const [login, setLogin, forget] = useKept(`new kodi ${device.devsn}`, empty, 'keeps')
  const [password, setPassword] = useState('')
  const typed = { ...login, password }
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null)

  function change({ password: nextPassword = password, ...next }: Partial<typeof typed>) {
    setLogin({ ...login, ...next })
    setPassword(nextPassword)
    setWrong(null)
  }
  function submit() {
    const read = z.safeParse(screenKodiAdd.input, { ...typed, port: Number(typed.port) })
    const [issue] = read.error?.issues ?? []
    if (!read.success) return setWrong({ field: String(issue?.path[0] ?? ''), text: wordsOf(issue?.message ?? '', lang) })
    adding.mutate(read.data, {
      onSuccess(screen) {
        forget()
        added(screen)
      },
      onError(failure) {
        const invalid = isFailure(failure) ? failure.invalid : null
        if (invalid) setWrong({ field: invalid.field, text: wordsOf(invalid.rule, lang) })
        else if (isFailure(failure) && failure.code === Code.tooMany) setWrong({ field: 'address', text: words.tooMany })
      },
    })
  }
  return (
    <section className={classes(styles.connect, styles.kodi)} aria-label={words.add}>
      <h3 className={textStyles.label}>{words.add}</h3>
      <p className={textStyles.secondary}>{words.how}</p>
      {kodis.length > 0 && (
        <div className={styles.rooms} role="group" aria-label={words.nearby}>
          {kodis.map(({ name, address, port }) => (
            <Button key={`${address} ${port}`} isSmall onClick={() => change({ address, port: String(port) })}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <Form submit={submit} label={words.add} isBusy={adding.isPending}>
        {fields.map((name) => (
          <Field
            key={name}
            label={words[name]}
            value={typed[name]}
            readOnly={adding.isPending}
            error={wrong?.field === name ? wrong.text : undefined}
            onChange={({ target }) => change({ [name]: target.value })}
            {...plain}
            {...inputs[name]}
          />
        ))}
      </Form>
    </section>
  )
}
