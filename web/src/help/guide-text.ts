/** The words of the quick start and of what Homeport can do. */
import { both } from '../kit/lang.ts'

export const guideText = both({
  en: {
    quickstart: 'Quick start',
    startTitle: 'Five steps to the first film',
    steps: {
      box: {
        title: 'Start the box',
        text: 'On the computer by the TV, in the Homeport folder, run this. It prints the address of the app, a QR code and a pairing code.',
        go: '',
      },
      account: {
        title: 'Create an account',
        text: 'A user name and a password are enough. Everyone in the home gets one of their own.',
        go: 'Create account',
      },
      bind: {
        title: 'Bind the box',
        text: "Point the phone's camera at the QR code, or type the eight characters of the pairing code on the device page.",
        go: 'To the device page',
      },
      download: {
        title: 'Add a download',
        text: 'Paste a magnet link or choose a torrent file, look at what is in it, choose the files, start. It goes on while the app is closed.',
        go: 'To downloads',
      },
      play: {
        title: 'Play it on the TV',
        text: "Open the address that the box shows in the TV's browser and let the screen in with its four digits. Then press Play on a film.",
        go: 'To the library',
      },
    },
    moreTitle: 'Questions that come up',
    more: [
      {
        ask: 'The pairing code has run out',
        answer:
          'It holds ten minutes. Run npm run pair on the box for a fresh one; while nobody has bound the box, it shows a new one by itself.',
      },
      {
        ask: 'Somebody else at home wants to use the box',
        answer:
          'They create an account of their own and bind the box with a fresh pairing code. They then share its downloads and films; what each has watched stays their own.',
      },
      {
        ask: 'The device is not online',
        answer:
          'Is the box switched on and on the network? The lists that were seen last can still be looked at. Downloads go on by themselves once the box is back.',
      },
      {
        ask: 'I want to reach the box from outside',
        answer:
          'Use a VPN into your home, an address of your own with https, or a cloud that somebody you trust runs. The README of Homeport says how.',
      },
      {
        ask: 'A film does not appear in the library',
        answer:
          'Folders are searched by themselves, files that still grow are left out. The sync button of the library searches at once.',
      },
    ],
    product: 'What it can do',
    productTitle: 'One box, every screen',
    productLead: 'A small computer at home downloads and keeps your films. Homeport is the app you hold in your hand for it.',
    cards: {
      downloads: {
        title: 'Downloads',
        text: 'Magnet links, torrent files and web links, with the file list before the start. Speed, time left and free space at a glance, from anywhere.',
      },
      library: {
        title: 'Library',
        text: 'Every film of the box with poster, year and quality, sorted as you like, quick with a hundred thousand of them.',
      },
      tv: {
        title: 'On the TV',
        text: 'Any TV with a browser is a screen. The box converts what the set cannot play, and remembers where you stopped.',
      },
      remote: {
        title: 'Remote control',
        text: 'Arrows, OK, volume and the position under the thumb. It answers before you notice.',
      },
      household: {
        title: 'The whole household',
        text: 'Own accounts, one box. Everyone keeps their own favourites and places in films.',
      },
      privacy: {
        title: 'Yours alone',
        text: "It all runs on your machine: no advertising, no tracking, no vendor's cloud. Free software under the MIT licence.",
      },
    },
    needsTitle: 'What it takes',
    needs: [
      'A computer with Linux that stays on: a NAS, a mini PC, an old laptop. 200 MB of memory are enough for Homeport.',
      'A disk for the films.',
      'A phone, tablet or computer with a current browser.',
    ],
    toStart: 'Quick start',
  },
  zh: {
    quickstart: '快速上手',
    startTitle: '五步看上第一部影片',
    steps: {
      box: {
        title: '启动盒子',
        text: '在电视旁的电脑上，进入 Homeport 文件夹运行以下命令，屏幕上会显示应用地址、二维码和配对码。',
        go: '',
      },
      account: { title: '注册账号', text: '只需用户名和密码，家里每个人各有一个账号。', go: '注册账号' },
      bind: { title: '绑定盒子', text: '用手机相机扫描二维码，或在设备页输入 8 位配对码。', go: '前往设备页' },
      download: {
        title: '添加下载',
        text: '粘贴磁力链接或选择种子文件，查看内容，选好文件后开始。关闭应用，下载照常进行。',
        go: '前往下载',
      },
      play: {
        title: '在电视上播放',
        text: '用电视浏览器打开盒子显示的地址，在应用中输入屏幕上的四位数字完成连接，然后在影片页点播放。',
        go: '前往影库',
      },
    },
    moreTitle: '常见问题',
    more: [
      {
        ask: '配对码过期了',
        answer: '配对码有效期十分钟。在盒子上运行 npm run pair 获取新码；盒子还没有人绑定时，会自动显示新码。',
      },
      {
        ask: '家里其他人也想用这台盒子',
        answer: '请他们注册自己的账号，再用新的配对码绑定。下载和影片大家共用，观看记录各归各的。',
      },
      { ask: '设备不在线', answer: '请确认盒子已开机并联网。最近看到的列表仍可查看；盒子恢复后下载会自动继续。' },
      {
        ask: '想在外面也能访问',
        answer: '可以用 VPN 连回家、使用自己的 https 地址，或使用你信任的人运营的云。具体方法见 Homeport 的 README。',
      },
      { ask: '影库里没有出现影片', answer: '盒子会自动扫描文件夹，仍在变大的文件不会列出。点影库的同步按钮可立即扫描。' },
    ],
    product: '功能介绍',
    productTitle: '一台盒子，每块屏幕',
    productLead: '家里的一台小电脑负责下载和存放影片，Homeport 就是你手中的遥控器。',
    cards: {
      downloads: {
        title: '下载',
        text: '支持磁力链接、种子文件和网页链接，开始前先看文件列表。速度、剩余时间和可用空间一目了然。',
      },
      library: { title: '影库', text: '盒子里的每部影片都有海报、年份和清晰度，随意排序，十万部也流畅。' },
      tv: { title: '电视播放', text: '有浏览器的电视就是一块屏幕。电视放不了的格式由盒子转换，并记住你看到哪里。' },
      remote: { title: '遥控器', text: '方向键、确定、音量和进度都在拇指下，一按即应。' },
      household: { title: '全家共用', text: '一台盒子，各用各的账号，收藏和观看进度互不打扰。' },
      privacy: { title: '只属于你', text: '全部运行在自己的机器上，没有广告和跟踪，不依赖厂商的云。MIT 许可的自由软件。' },
    },
    needsTitle: '需要准备',
    needs: [
      '一台常开的 Linux 电脑：NAS、迷你主机或旧笔记本，Homeport 只占约 200 MB 内存。',
      '一块存放影片的硬盘。',
      '装有新版浏览器的手机、平板或电脑。',
    ],
    toStart: '快速上手',
  },
})
