/** The first page: signs in by WeChat, links WeChat to an account, binds a box by its QR code, and leads to the app. */
import { ask, Failure } from '../../kit/calls'
import { dropSession, sessionNow, storeSession } from '../../kit/session'
import { textNow } from '../../text'

Component({
  data: {
    words: textNow(),
    isSignedIn: false,
    isAgreed: false,
    /** This cloud takes a new account only with an invitation. */
    isInvitationNeeded: false,
    /** The code of the invitation that was scanned. */
    invitation: '',
    /** The field for the code of an account that is there already is shown. */
    isLinking: false,
    linkCode: '',
    name: '',
    /** 'signIn', 'link' or 'bind' while that call is under way. */
    pending: '',
    notice: '',
  },
  methods: {
    /** At the first opening too; back from the app, where the sign-in may have ended. */
    onShow() {
      this.readSession()
    },

    readSession() {
      const session = sessionNow()
      this.setData({ words: textNow(), isSignedIn: session !== null, name: session?.name ?? '' })
    },

    agree() {
      this.setData({ isAgreed: !this.data.isAgreed, notice: '' })
    },

    async signIn() {
      const words = textNow()
      if (!this.data.isAgreed) return this.setData({ notice: words.agreeFirst })
      await this.run('signIn', async () => {
        const code = await wechatLogin()
        const { invitation } = this.data
        const input = { code, agreed: 1 as const, ...(invitation === '' ? {} : { invitation }) }
        const { token, user, bind } = await ask('wechatMiniProgram', input).catch((error: unknown) => {
          if (error instanceof Failure && error.field === 'invitation') this.setData({ isInvitationNeeded: true })
          throw error
        })
        storeSession({ token, name: user.nickname, devsn: bind.devsn })
        this.setData({ isInvitationNeeded: false, invitation: '' })
        return ''
      })
    },

    /** Its link ends with the code: it is read and used at once. */
    async scanInvitation() {
      let code = ''
      await this.run('signIn', async () => {
        const text = await scan()
        code = /[?&]code=([\dA-Za-z-]{8,9})(?:&|$)/.exec(text)?.[1] ?? ''
        return text === '' || code !== '' ? '' : textNow().noInvitation
      })
      if (code === '') return
      this.setData({ invitation: code })
      await this.signIn()
    },

    openLinking() {
      this.setData({ isLinking: !this.data.isLinking, notice: '' })
    },

    typeLinkCode({ detail }: WechatMiniprogram.Input) {
      this.setData({ linkCode: detail.value })
    },

    /** Whose code it is is asked about first: a code that somebody sent would lead into the sender's account. */
    async link() {
      const words = textNow()
      if (!this.data.isAgreed) return this.setData({ notice: words.agreeFirst })
      await this.run('link', async () => {
        const bind_code = this.data.linkCode
        const { username, nickname } = await ask('wechatAccount', { bind_code })
        const name = nickname === username ? username : `${nickname} (${username})`
        const { confirm } = await wx.showModal({
          content: words.linkAskBefore + name + words.linkAskAfter,
          confirmText: words.linkConfirm,
          cancelText: words.linkCancel,
        })
        if (!confirm) return ''
        const { token, user, bind } = await ask('bindWechat', { code: await wechatLogin(), bind_code, agreed: 1 as const })
        storeSession({ token, name: user.nickname, devsn: bind.devsn })
        this.setData({ isLinking: false, linkCode: '' })
        return ''
      })
    },

    async bind() {
      await this.run('bind', async () => {
        const text = await scan()
        if (text === '') return ''
        const { devsn, showsn, name } = await ask('wechatAdd', { code: text })
        const session = sessionNow()
        if (session) storeSession({ ...session, devsn })
        return `${textNow().bound} ${name || showsn}`
      })
    },

    open() {
      void wx.navigateTo({ url: '/pages/web_view/index' })
    },

    openTerms() {
      void wx.navigateTo({ url: '/pages/web_view/index?page=terms' })
    },

    openPrivacy() {
      void wx.navigateTo({ url: '/pages/web_view/index?page=privacy' })
    },

    /** On the phone at once, even without a network; on the server as far as it is reached. */
    async signOut() {
      const sent = ask('logout', {}).catch(() => null)
      dropSession()
      this.setData({ notice: '', isAgreed: false })
      this.readSession()
      await sent
    },

    /** One at a time; work returns what is shown afterwards. */
    async run(pending: 'signIn' | 'link' | 'bind', work: () => Promise<string>) {
      if (this.data.pending !== '') return
      this.setData({ pending, notice: '' })
      try {
        this.setData({ notice: await work() })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.kind === 'modal') await wx.showModal({ content: error.message, showCancel: false, confirmText: textNow().ok })
        else this.setData({ notice: error.message })
      } finally {
        this.setData({ pending: '' })
        this.readSession()
      }
    },
  },
})

/** A code by which the server learns who is in WeChat. */
async function wechatLogin(): Promise<string> {
  const { code } = await wx.login().catch(() => ({ code: '' }))
  if (!code) throw new Failure('refused', textNow().noLogin)
  return code
}

/** '' if the user goes back without a code. */
async function scan(): Promise<string> {
  try {
    return (await wx.scanCode({ scanType: ['qrCode'] })).result
  } catch (error) {
    const reason: unknown = typeof error === 'object' && error !== null && 'errMsg' in error ? error.errMsg : ''
    if (/cancel/.test(String(reason))) return ''
    throw new Failure('refused', textNow().noScan)
  }
}
