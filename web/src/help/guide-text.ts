/** Texts of the quick start and the feature page. */
import { both } from '../kit/lang.ts'

export const guideText = both({
  en: {
    quickstart: 'Quick start',
    startTitle: 'Your first film in five steps',
    steps: {
      box: {
        title: 'Start the box',
        text: 'On the computer by the TV, run this in the Homeport folder. It shows the app’s address, a QR code and a pairing code.',
        go: '',
      },
      account: {
        title: 'Create an account',
        text: 'All you need is a username and password. Everyone at home has their own account.',
        go: 'Create account',
      },
      bind: {
        title: 'Pair your box',
        text: 'Point your phone’s camera at the QR code, or enter the eight-character pairing code on the Device tab.',
        go: 'Pair your box',
      },
      download: {
        title: 'Add a download',
        text: 'Paste a magnet link or choose a torrent file, pick the files you want, and start. Downloads continue even when the app is closed.',
        go: 'Go to downloads',
      },
      play: {
        title: 'Play it on the TV',
        text: 'Open the box’s TV address in your TV’s browser. In the app, tap Play on a film and enter the four-digit code on the TV.',
        go: 'Go to the library',
      },
    },
    moreTitle: 'Common questions',
    more: [
      {
        ask: 'My pairing code has expired',
        answer:
          'Codes expire after ten minutes. Run npm run pair on the box to get a new one. Until the box is paired, it shows a new code by itself.',
      },
      {
        ask: 'How do others at home use the box?',
        answer:
          'They create their own account and pair the box with a new code. Downloads and films are shared. Watch history isn’t.',
      },
      {
        ask: 'My box is offline',
        answer:
          'Check that it’s switched on and connected. You can still see your saved lists. Downloads continue by themselves once the box is back.',
      },
      {
        ask: 'Can I use the box away from home?',
        answer:
          'Yes. Use a VPN into your home, your own https address, or a cloud run by someone you trust. See the Homeport README.',
      },
      {
        ask: 'A film isn’t in my library',
        answer:
          'Folders are scanned automatically. Files that are still being written are skipped. Tap Sync in the library to scan right away.',
      },
    ],
    product: 'What it can do',
    productTitle: 'One box, every screen in the house',
    productLead: 'A small computer at home downloads and stores your films. Control it from your phone.',
    cards: {
      downloads: {
        title: 'Downloads',
        text: 'Magnet links, torrent files and web links. See the file list before you start, and speed, time left and free space at a glance.',
      },
      library: {
        title: 'Library',
        text: 'All your films with poster, year and quality, sorted your way. Fast even with 100,000 films.',
      },
      tv: {
        title: 'On the TV',
        text: 'Works on any TV with a browser. The box converts formats your TV can’t play and remembers where you stopped.',
      },
      remote: {
        title: 'Remote control',
        text: 'Arrows, OK, volume and seeking, all under your thumb. It responds instantly.',
      },
      household: {
        title: 'The whole household',
        text: 'One box, an account for everyone. Favourites and watch progress stay separate.',
      },
      privacy: {
        title: 'Yours alone',
        text: 'Everything runs on your own hardware. No ads, no tracking, no vendor’s cloud. Free software under the MIT licence.',
      },
    },
    needsTitle: 'What you need',
    needs: [
      'An always-on Linux computer: a NAS, a mini PC or an old laptop. Homeport needs about 260 MB of memory.',
      'A disk for your films.',
      'A phone, tablet or computer with an up-to-date browser.',
    ],
    toStart: 'Quick start',
  },
  zh: {
    quickstart: '快速上手',
    startTitle: '五步看上第一部影片',
    steps: {
      box: {
        title: '启动盒子',
        text: '在电视旁的电脑上，进入 Homeport 文件夹运行以下命令，屏幕上会显示 App 地址、二维码和配对码。',
        go: '',
      },
      account: { title: '注册账号', text: '只需用户名和密码，家里每个人各有一个账号。', go: '注册账号' },
      bind: { title: '绑定盒子', text: '用手机相机扫描二维码，或在「设备」页输入 8 位配对码。', go: '去绑定' },
      download: {
        title: '添加下载',
        text: '粘贴磁力链接或选择种子文件，查看内容，选好文件后开始。关闭 App 也会继续下载。',
        go: '前往下载',
      },
      play: {
        title: '在电视上播放',
        text: '用电视浏览器打开盒子显示的电视地址，在 App 的影片页点「播放」，再输入电视上的四位数字。',
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
      { ask: '盒子离线了', answer: '请确认盒子已开机并联网。最近看到的列表仍可查看；盒子恢复后下载会自动继续。' },
      {
        ask: '想在外面也能访问',
        answer: '可以用 VPN 连回家、使用自己的 https 地址，或使用你信任的人运营的云。具体方法见 Homeport 的 README。',
      },
      { ask: '影库里没有出现影片', answer: '盒子会自动扫描文件夹，仍在变大的文件不会列出。点影库的同步按钮可立即扫描。' },
    ],
    product: '功能介绍',
    productTitle: '一台盒子，全家屏幕都能看',
    productLead: '家里的一台小电脑负责下载和存放影片，Homeport 就是你手中的遥控器。',
    cards: {
      downloads: {
        title: '下载',
        text: '支持磁力链接、种子文件和网页链接，开始前先看文件列表。速度、剩余时间和可用空间一目了然。',
      },
      library: { title: '影库', text: '盒子里的每部影片都有海报、年份和清晰度，随意排序，十万部也流畅。' },
      tv: { title: '电视播放', text: '有浏览器的电视就能用。电视放不了的格式由盒子转换，还会记住你看到哪里。' },
      remote: { title: '遥控器', text: '方向键、确定、音量和进度都在拇指下，一按即应。' },
      household: { title: '全家共用', text: '一台盒子，各用各的账号，最爱的影片和观看进度互不打扰。' },
      privacy: { title: '只属于你', text: '全部运行在自己的机器上，没有广告和跟踪，不依赖厂商的云。MIT 许可的自由软件。' },
    },
    needsTitle: '需要准备',
    needs: [
      '一台常开的 Linux 电脑：NAS、迷你主机或旧笔记本，Homeport 只占约 260 MB 内存。',
      '一块存放影片的硬盘。',
      '装有新版浏览器的手机、平板或电脑。',
    ],
    toStart: '快速上手',
  },
})
