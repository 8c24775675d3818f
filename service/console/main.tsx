/** The console in a browser: put together of its own parts, and of the screens and texts of all modules. */
import '../../console/src/styles/mantine.css';
import '@mantine/notifications/styles.css';
import '../../console/src/styles.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from '../../console/src/app.tsx';
import { giveTexts, loadLanguage, preferredLanguage } from '../../console/src/i18n/text.ts';
import { Routes } from './routes.tsx';
import { LOAD_TEXTS } from './texts.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs takes the nonce from here, everything else from the theme.
setNonce(nonce);
giveTexts(LOAD_TEXTS);
// Loads only the person's language, before anything is drawn.
const { languages } = navigator;
const language = await loadLanguage(preferredLanguage(languages), languages);
document.documentElement.lang = language.code;
createRoot(document.getElementById('root') as HTMLElement).render(
  <App nonce={nonce} language={language}>
    <Routes />
  </App>,
);
