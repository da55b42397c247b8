/** The two ways to sign in, each a page of its own (spec 2). */
import { useText } from '../../kit/lang.ts'
import { redirect } from '../../kit/nav/nav.ts'
import { Segments } from '../../ui/segments.tsx'
import { accountText } from '../field/text.ts'

const paths = { mobile: '/pages/user/login/mobile', username: '/pages/user/login/username' } as const

export function SignInMethods({ chosen }: { chosen: keyof typeof paths }) {
  const words = useText(accountText)
  return (
    <Segments
      label={words.way}
      chosen={chosen}
      onSelect={(key) => redirect(paths[key])}
      segments={[
        { key: 'mobile', label: words.phoneCode },
        { key: 'username', label: words.password },
      ]}
    />
  )
}
