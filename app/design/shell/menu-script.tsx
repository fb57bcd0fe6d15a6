import { useContext } from "react";
import { NonceContext } from "../nonce.ts";

/**
 * Looks the sheet up each time, as React may have replaced it. Browsers that support `command` handle the button themselves.
 * Without anchor positioning, a menu is placed at its button. An open menu closes when the window changes, as its
 * button moves. Pages slide: asked for here, and not by the enhancements, which may come after a page is first shown, when
 * the browser calls it an error (Chromium 156); so it does when somebody goes on before a page has slid in.
 */
const listeners =
  "{const s=()=>document.getElementById('sheet')," +
  "h=()=>document.querySelectorAll('.menu').forEach(m=>m.hidePopover?.());" +
  "addEventListener('click',({target:t,clientX:x})=>{" +
  "const d=s(),b=t.closest('button'),c=b&&!b.commandForElement&&b.className;" +
  "if(c=='burger')d.showModal?d.showModal():location='#site-map';" +
  "else if(c=='close'||t==d&&x<d.offsetLeft)d.close();" +
  "else if(c=='menu-button'){const m=b.nextSibling;" +
  "/end/.test(getComputedStyle(m).positionArea)||(m.style='right:auto;left:'+b.offsetLeft+'px')}});" +
  "addEventListener('resize',h);" +
  "addEventListener('pagehide',()=>{s().close?.();h()});" +
  "for(const n of['pageswap','pagereveal'])addEventListener(n,({viewTransition:v})=>v?.ready.catch(()=>{}));" +
  "const c=new CSSStyleSheet;document.adoptedStyleSheets=[c];" +
  "c.replaceSync('@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}')}";

/** What the menus need a script for (see `Header`), and the way from page to page. */
export function MenuScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotation marks
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: listeners }} />;
}
