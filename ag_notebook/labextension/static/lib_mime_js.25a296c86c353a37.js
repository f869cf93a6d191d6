"use strict";(self.rspackChunkag_notebook=self.rspackChunkag_notebook||[]).push([["lib_mime_js"],{2(e,t,s){s.r(t),s.d(t,{ReportRenderer:()=>eg,default:()=>eu});var i=s(3);s(4);var a=s(15);class n{worker=null;isReady=!1;waiting=[];current=null;timer=0;layout(e){return new Promise((t,s)=>{this.waiting.push({dot:e,done:t,failed:s}),this.next()})}next(){null===this.current&&this.waiting.length&&(this.worker??=this.start(),this.isReady&&(this.current=this.waiting.shift(),this.worker.postMessage({dot:this.current.dot}),this.limit(6,()=>{let{failed:e}=this.current;this.end(),e(Error("Its layout takes longer than 6 seconds. Close or enter some boxes.")),this.next()})))}start(){let e=new Worker(new URL(s.p+s.u("lib_layout_layout_worker_js"),s.b));return e.onmessage=({data:e})=>this.answered(e),e.onerror=e=>this.fail(e.message||"The layout program could not be started."),this.limit(60,()=>this.fail("The layout program was not loaded within 60 seconds.")),e}answered(e){if(window.clearTimeout(this.timer),"ready"in e)this.isReady=!0;else{let t=this.current;this.current=null,"layout"in e?t?.done(e.layout):t?.failed(Error(e.problem))}this.next()}limit(e,t){window.clearTimeout(this.timer),this.timer=window.setTimeout(t,1e3*e)}fail(e){let t=[...null===this.current?[]:[this.current],...this.waiting];this.waiting=[],this.end(),t.forEach(({failed:t})=>t(Error(e)))}end(){window.clearTimeout(this.timer),this.worker?.terminate(),this.worker=this.current=null,this.isReady=!1}}let o=null,r=e=>(o??=new n).layout(e);var l=s(16),h=s(20),d=s(19);let c={key:null,box:null};class g{listeners=[];before=[];now=c;get current(){return this.now}listen(e){this.listeners.push(e)}select(e,t=null){(e.key!==this.now.key||e.box!==this.now.box)&&(this.before.push(this.now),this.before.splice(0,this.before.length-50),this.tell(e,t))}back(){let e=this.before.pop();return void 0!==e&&(this.tell(e,null),!0)}tell(e,t){for(let s of(this.now=e,this.listeners))s(e,t)}}var u=s(21),p=s(22);function f(e){return 1===e||3===e}function m(e){if(/^[\x20-\x7e]*$/.test(e))return e.length;let t=0;for(let s of e)t+=/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(s)?2:1;return t}let w={head:'node [shape=box fixedsize=true label=""]',node:e=>{let[t,s]=[Math.round(7.3*Math.max(m(e.title),m(e.detail),6)+(e.foldable?42:22)),Math.round(16*(e.detail?2:1)+10)];return`width=${(t/72).toFixed(3)} height=${(s/72).toFixed(3)}`},title:e=>`"${"x".repeat(Math.min(m(e),60))}"`,arrows:{1:["class=carried","constraint=false"],2:["class=control"],3:["class=recursion","constraint=false",'label="rec"']}},b={head:"node [shape=box style=rounded fontname=monospace fontsize=11]",node:e=>`label=${x([e.title,e.detail].filter(Boolean).join("\n"))}`,title:x,arrows:{1:["style=dashed","constraint=false"],2:["style=dotted"],3:["style=dashed","constraint=false",'label="rec"']}};function x(e){return`"${e.replace(/[\\"]/g,"\\$&").replace(/\n/g,"\\n")}"`}function v(e,t){let s=["digraph {","graph [compound=true nodesep=0.25 ranksep=0.35 fontname=monospace fontsize=12 labeljust=l]"];return[...(0,p.GG)(e)].length>=120&&s.push("graph [splines=line nslimit=2 nslimit1=2 mclimit=0.3]"),s.push(t.head,"edge [arrowsize=0.7]"),function e(t,s,i){let a=e=>`"${e.id}" [${i.node(e)}]`;for(let n of s.boxes){let s="op"!==n.box.kind&&n.open;if(!n.open){t.push(a(n));continue}for(let o of(s||t.push(`subgraph "cluster_${n.id}" {`,'label=""',a(n)),n.frames))t.push(`subgraph "cluster_${o.id}" {`,`label=${i.title(o.title)}`),e(t,o,i),t.push("}"),s||t.push(...(function(e){let t=new Set(e.arrows.filter(([,,e])=>!f(e)).map(([,e])=>e));return[...y(e)].map(e=>e.id).filter(e=>!t.has(e)).slice(0,3)})(o).map(e=>`"${n.id}" -> "${e}" [style=invis]`));s||t.push("}")}let n=new Map;for(let e of y(s))e.open&&n.set(e.id,e);for(let[e,a,o]of s.arrows){let s=i.arrows[o]??[],r=f(o)?void 0:n.get(e);if(void 0===r)t.push(`"${e}" -> "${a}" [${s.join(" ")}]`);else{let i=[`ltail="cluster_${e}"`,"minlen=2",...s].join(" ");t.push(`"${function e(t){let s=[1,t.id];for(let i of t.frames){let t=new Map;for(let[e,s]of i.arrows.filter(e=>!f(e[2])))t.set(s,[...t.get(s)??[],e]);let a=new Map;for(let n of y(i)){let i=Math.max(1,...(t.get(n.id)??[]).map(e=>a.get(e)??1)),[o,r]=e(n);a.set(n.id,i+o),i+o>s[0]&&(s=[i+o,r])}}return s}(r)[1]}" -> "${a}" [${i}]`)}}}(s,e,t),[...s,"}"].join("\n")}function*y(e){for(let t of e.boxes)if(t.open&&"op"!==t.box.kind)for(let e of t.frames)yield*y(e);else yield t}var k=s(23),$=s(24);class N{scroller;list;rows=[];made=new Map;chosen=new Set;hits=new Set;waiting=!1;focused=0;constructor(e,t){this.scroller=e,this.list=(0,h.ND)("div",{class:"agn-rows",role:t}),e.append(this.list),e.addEventListener("scroll",()=>this.scrolled())}get length(){return this.rows.length}fill(e){this.rows=e,this.made.clear(),this.chosen=this.hits=new Set,this.focused=0,this.list.replaceChildren(),this.list.classList.toggle("agn-long",this.isLong),this.list.style.cssText=this.isLong?`height: ${18*e.length}px; min-width: ${e.reduce((e,t)=>Math.max(e,t.columns),0)+24}ch`:"",this.scroller.scrollTop=0,this.show()}choose(e){let t=this.chosen;this.chosen=e,this.dress([...t,...e])}mark(e){let t=this.hits;this.hits=e,this.dress([...t,...e])}rove(e){let t=this.focused;this.focused=e,this.show(),this.dress([t,e])}focus(){this.made.get(this.focused)?.focus({preventScroll:!0})}reveal(e){let[t,s]=[18*e,this.scroller.clientHeight],i=this.scroller.scrollTop;if(t<i)this.scroller.scrollTop=Math.max(t-18,0);else{if(!(t+18>i+s))return;this.scroller.scrollTop=t+36-s}this.show()}indexOf(e){for(let[t,s]of this.made)if(s.contains(e))return t;return -1}get isLong(){return this.rows.length>300}scrolled(){this.isLong&&!this.waiting&&(this.waiting=!0,requestAnimationFrame(()=>{this.waiting=!1,this.show()}))}show(){let[e,t]=[0,this.rows.length];if(this.isLong){let s=Math.floor(this.scroller.scrollTop/18);e=Math.max(s-20,0),t=Math.min(s+Math.ceil((this.scroller.clientHeight||400)/18)+20,this.rows.length)}let s=s=>s>=e&&s<t||s===this.focused;for(let[e,t]of this.made)s(e)||(t.remove(),this.made.delete(e));let i=[...Array(Math.max(t-e,0)).keys()].map(t=>t+e);this.focused<e?i.unshift(this.focused):this.focused>=t&&i.push(this.focused);let a=null;for(let e of i){let t=this.made.get(e);void 0===t&&e<this.rows.length&&(t=this.rows[e].made(),this.isLong&&(t.style.top=`${18*e}px`,t.setAttribute("aria-rowindex",String(e+1))),this.made.set(e,t),this.list.insertBefore(t,null===a?this.list.firstChild:a.nextSibling),this.dress([e])),a=t??a}}dress(e){for(let t of e){let e=this.made.get(t);void 0!==e&&(e.setAttribute("aria-selected",String(this.chosen.has(t))),e.setAttribute("tabindex",t===this.focused?"0":"-1"),e.classList.toggle("agn-hit",this.hits.has(t)))}}}let z="agn-remark";class D{options;node;rows;keys=[];places=new Map;constructor(e){this.options=e,this.node=(0,h.ND)("div",{class:"agn-code",role:"grid","aria-label":e.label,click:e=>this.clicked(e),focusin:e=>this.entered(e)}),this.rows=new N(this.node,"rowgroup")}source(e,t=null){let s=t?.hidden??!1,i=!s&&e.some(e=>"number"==typeof e.seconds);this.fill(e.map(e=>{let a=s&&t.asks(e.key),n=a?t.answer(e.key)??"?":"",o=t?.verdict(e)??null,r="number"==typeof e.seconds?(0,k.T)(e.seconds):"",l=null!==t&&"wrong"===o?`you said ${t.answer(e.key)??"nothing"}`:"",h=[(0,$.$N)(e.letter),e.ops?`${e.ops} operations`:"",r,o??"",l],d="?"===n?["not marked yet"]:[`marked ${n}`],c=[`line ${e.number}`,...s?a?d:[]:h],g=null===o?e.letter:`${"right"===o?"✓":"✗"}${e.letter}`;return{key:e.key,colour:s?null:e.colour,label:[...c.filter(Boolean),e.text.trim()].join(", "),cells:[["agn-number",String(e.number)],["agn-letter",s?n:g],["agn-ops",e.ops&&!s?String(e.ops):""],...i?[["agn-time",r]]:[],["agn-text",e.text],[z,s?"":[l,...e.remarks].filter(Boolean).join(" \xb7 ")]],classes:[a?"agn-asked":"",null===o?"":`agn-${o}`].filter(Boolean)}}))}generated(e,t){let s=e.some(e=>e.sign),i=0;this.fill(e.map(e=>{i+=+("-"!==e.sign);let a={"+":"added","-":"removed","":""}[e.sign];return{key:e.key,colour:null===e.key?null:t.get(e.key)??null,label:[a,`generated line ${i}`,e.text.trim()].filter(Boolean).join(", "),cells:[["agn-number","-"===e.sign?"":String(i)],...s?[["agn-sign",e.sign]]:[],["agn-text",e.text]],classes:[e.scaffold?"agn-scaffold":"",a?`agn-${a}`:""].filter(Boolean)}}))}fill(e){this.keys=e.map(e=>e.key),this.places=new Map,this.keys.forEach((e,t)=>{if(null!==e){let s=this.places.get(e);void 0===s?this.places.set(e,[t]):s.push(t)}}),this.node.setAttribute("aria-rowcount",String(e.length)),this.node.style.setProperty("--agn-lines",String(e.length)),this.rows.fill(e.map(S))}select(e,t){let s=(null===e?void 0:this.places.get(e))??[],[i]=s;void 0!==i&&t&&this.rows.reveal(i),this.rows.choose(new Set(s)),void 0!==i&&this.keys[this.rows.focused]!==e&&this.rows.rove(i)}mark(e){this.rows.mark(new Set([...e].flatMap(e=>this.places.get(e)??[])))}focus(){this.rows.focus()}move(e){let t=Math.min(Math.max(this.rows.focused+e,0),this.keys.length-1);t>=0&&(this.rows.reveal(t),this.rows.rove(t),this.rows.focus(),this.options.choose(this.keys[t]))}clicked(e){let t=this.rows.indexOf(e.target),s=this.keys[t];void 0!==s&&(this.rows.rove(t),this.rows.focus(),this.options.choose(s),null!==s&&e.target.closest(".agn-letter")&&this.options.letter?.(s))}entered(e){let t=this.rows.indexOf(e.target);t>=0&&t!==this.rows.focused&&this.rows.rove(t)}}function S(e){return{made:()=>(0,h.ND)("div",{class:["agn-row",...(0,$.WE)(e.colour),...e.classes].join(" "),role:"row","aria-label":e.label},...e.cells.map(([e,t])=>(0,h.ND)("span",{class:e,role:"gridcell"},...e===z?(0,h.CS)(t):[t]))),columns:e.cells.reduce((e,[,t])=>e+m(t),0)}}var M=s(25);let C=[["j","next line","next line"],["k","previous line","previous line"],["ArrowDown","down","next line; in the graph, along the arrows"],["ArrowUp","up","previous line; in the graph, against the arrows"],["ArrowLeft","left","in the graph, the box before"],["ArrowRight","right","in the graph, the next box"],["Enter","counterpart","from a line to its operations, and back"],["Backspace","back","what was selected before"],["[","previous pass","the pass before that changed something"],["]","next pass","the next pass that changed something"],["e","enter","show the graphs inside of a box alone, or leave them"],["f","fold","open or close a box"],["Shift+Enter","fold","open or close a box"],["c","colour","colour by line, by what was staged, by kind of operation"],["o","overlay","colour by time, type or shape, as far as they are known"],["/","search","search"],["n","next hit","next hit"],["N","previous hit","hit before"],["0","fit","fit the graph"],["+","larger","larger"],["-","smaller","smaller"],["x","export","save as a file"],["g","mark G","in a quiz: the line is in the graph"],["p","mark P","in a quiz: Python decides it while tracing"],["u","mark U","in a quiz: the line is unrolled"],["?","help","these keys"],["Escape","leave","leave the view"]];class j{home;say;before=null;constructor(e,t){this.home=e,this.say=t}help(){let e=C.map(([e,,t])=>(0,h.ND)("tr",{},(0,h.ND)("th",{scope:"row"},(0,h.ND)("kbd",{},e.replace("Arrow","").replace("+E"," + E"))),(0,h.ND)("td",{},t))),t=(0,h.ND)("div",{class:"agn-help",role:"dialog","aria-label":"Keys",tabindex:-1},(0,h.ND)("table",{},...e));this.open(t,t)}exports(e,t){let s=(0,h.ND)("div",{class:"agn-menu",role:"dialog","aria-label":"Save as a file",tabindex:-1});for(let{label:t,file:i,save:a}of e)s.append((0,h.x6)(t,`Save ${i}`,async()=>{this.close();try{await a(),this.say(`${i} saved`)}catch(e){this.notice(`${i} could not be saved. ${e.message}`)}}));t&&s.append((0,h.ND)("span",{class:"agn-missing"},t)),this.open(s,s.querySelector("button")??s)}notice(e){let t=(0,h.ND)("div",{class:"agn-menu",role:"alertdialog","aria-label":"Message",tabindex:-1},e);t.append((0,h.x6)("OK","Close this message",()=>this.close())),this.open(t,t.querySelector("button"))}close(){let e=this.home.querySelector(".agn-help, .agn-menu");return e?.remove(),e&&(null!==this.before&&this.home.contains(this.before)?this.before:this.home).focus(),null!==e}open(e,t){let s=document.activeElement;this.close()||(this.before=s),this.home.append(e),t.focus()}}var E=s(27),q=s(17);class A{options;bar=(0,h.ND)("div",{class:"agn-passes",role:"toolbar","aria-label":"Passes of the conversion"});code;staged=null;choice={code:null,mode:"after",onlyChanged:!0};hidden=!1;key=null;constructor(e){this.options=e,this.code=new D({label:"Generated code",choose:e.choose})}show(e,t,s,i){this.staged=e,this.choice=t,this.hidden=s,this.key=i,this.draw()}select(e,t){this.key=e,this.code.select(e,t)}step(e){if(this.staged?.passes.length){let t=this.pass??this.staged.passes.length,s=(0,q.Mf)(this.staged,t,e);s!==t?this.choose(`pass ${s}`):e>0&&!this.first&&this.choose(null)}return!!this.staged?.passes.length}get first(){let e=this.staged;return e.generated.length||!(e.passes.length||this.programs.length)?"":e.passes.length?`pass ${(0,q.Mf)(e,0,1)}`:"program 0"}get chosen(){return this.choice.code??this.first}get mode(){return null===this.choice.code?"diff":this.choice.mode}get pass(){let e=Number(/^pass (\d+)$/.exec(this.chosen)?.[1]??0/0);return e<this.staged.passes.length?e:null}get programs(){return this.hidden?[]:this.staged.compiled}lines(){let e=this.staged,t=this.programs[Number(/^program (\d+)$/.exec(this.chosen)?.[1]??0/0)];return null!==this.pass?(0,q.jv)(e,this.pass,this.mode):(t?.lines??e.generated).map(e=>({...e,sign:""}))}draw(){let e=this.staged,t=new Map(e.source.map(e=>[e.key,this.hidden?null:e.colour]));this.code.generated(this.lines(),t),this.code.select(this.key,!0);let s=(0,q.Ix)(e,this.choice.onlyChanged).map(t=>[`pass ${t}`,`${(0,q.FR)(e,t)}${e.passes[t].changed?"":" (no change)"}`]),i=this.programs.map((e,t)=>[`program ${t}`,e.name]),a=this.first?[]:[["","the code that ran"]],n=(0,h.ND)("input",{type:"checkbox",checked:this.choice.onlyChanged});n.addEventListener("change",()=>this.change({onlyChanged:n.checked}));let o=(0,h.yx)("What is shown of a pass",q.FN.map(e=>[e,e]),this.mode,e=>this.change({code:this.chosen,mode:e}));o.disabled=null===this.pass;let r=null===this.pass?"":e.passes[this.pass].summary;this.bar.replaceChildren((0,h.yx)("Code",[...a,...s,...i],this.chosen,e=>this.choose(e||null)),...e.passes.length?[o,(0,h.ND)("label",{},n," only changed")]:[],(0,h.ND)("span",{class:"agn-summary"},...(0,h.CS)(r)))}choose(e){this.change(null===this.choice.code&&this.first?{code:e,mode:"diff"}:{code:e});let t=this.programs[Number(/^program (\d+)$/.exec(e??"")?.[1]??0/0)],s=null===this.pass?null:`pass ${(0,q.FR)(this.staged,this.pass)}`;this.options.say(s??t?.name??"the code that ran")}change(e){this.choice={...this.choice,...e},this.options.keep(e),this.draw()}}var L=s(26);class T{canvas;view={x:0,y:0,scale:1};size={width:0,height:0};content=null;shows=null;first=null;constructor(e){this.canvas=e,"u">typeof ResizeObserver&&new ResizeObserver(()=>this.resized()).observe(e),e.addEventListener("wheel",e=>this.wheeled(e),{passive:!1}),e.addEventListener("pointerdown",e=>this.dragged(e))}look(e,t,s,i=null){this.content=e,this.first=i,this.size={width:t,height:s},this.move()}fit(){this.show(.05)}begin(){this.show(.85)}scale(e,t=this.canvas.clientWidth/2,s=this.canvas.clientHeight/2){let i=Math.min(Math.max(this.view.scale*e,.05),4),a=i/this.view.scale;this.shows=null,this.view={scale:i,x:t-(t-this.view.x)*a,y:s-(s-this.view.y)*a},this.move()}original(){this.scale(1/this.view.scale)}centre(e){this.shows=null;let{scale:t}=this.view;this.view.x=this.canvas.clientWidth/2-(e.left+e.width/2)*t,this.view.y=this.canvas.clientHeight/2-(e.top+e.height/2)*t,this.move()}keepInSight(...e){let{clientWidth:t,clientHeight:s}=this.canvas,{scale:i,x:a,y:n}=this.view,o=e.some(({left:e,top:o,width:r,height:l})=>{let[h,d]=[e*i+a,o*i+n];return h>=0&&d>=0&&h+r*i<=t&&d+l*i<=s});void 0!==e[0]&&t>0&&!o&&this.centre(e[0])}resized(){null!==this.shows&&this.canvas.clientWidth>0&&this.show(this.shows)}show(e){this.shows=e;let{width:t,height:s}=this.size,[i,a]=[this.canvas.clientWidth||480,this.canvas.clientHeight||320],n=Math.max(Math.min(i/(t+16),a/(s+24),1),e);this.view={scale:n,x:this.begins(i,n),y:16*Math.min(n,1)},this.move()}begins(e,t){let s=e-this.size.width*t;return s>=16||null===this.first?Math.max(s/2,8):Math.min(Math.max(e/2-(this.first.left+this.first.width/2)*t,s-8),8)}move(){let{x:e,y:t,scale:s}=this.view;this.content?.setAttribute("transform",`translate(${e.toFixed(1)} ${t.toFixed(1)}) scale(${s.toFixed(4)})`)}wheeled(e){if(null===this.content||!e.ctrlKey&&!e.metaKey)return;e.preventDefault();let t=this.canvas.getBoundingClientRect();this.scale(Math.exp(-e.deltaY/400),e.clientX-t.left,e.clientY-t.top)}dragged(e){if(null===this.content||0!==e.button)return;let t={...this.view},s=s=>{this.shows=null,this.view.x=t.x+s.clientX-e.clientX,this.view.y=t.y+s.clientY-e.clientY,this.move()},i=()=>{window.removeEventListener("pointermove",s),window.removeEventListener("pointerup",i)};window.addEventListener("pointermove",s),window.addEventListener("pointerup",i)}}function G(e){return[e.box.op&&e.box.op!==e.title?`${e.title} (${e.box.op})`:e.title,e.detail,(0,L.d)(e.box)||(0,L.N)(e)].filter(Boolean).join(", ")}function P(e){return{x:B(e.left),y:B(e.top),width:B(e.width),height:B(e.height)}}function B(e){return Math.round(10*e)/10}class W{node=(0,h.ND)("div",{class:"agn-code agn-outline",role:"tree","aria-label":"Graph"});rows=new N(this.node,"none");order=[];places=new Map;keys=new Map;show(e,t){let s=[...(0,p.GG)(e)];this.order=s.map(([e])=>e),this.places=new Map(this.order.map((e,t)=>[e.id,t])),this.keys=new Map,this.order.forEach(({box:e},t)=>{if(null!==e.key){let s=this.keys.get(e.key);void 0===s?this.keys.set(e.key,[t]):s.push(t)}}),this.rows.fill(s.map(([e,s])=>({made:()=>{var i,a,n;let o;return i=e,a=s,n=t,o=i.foldable?i.open?"−":"+":"",(0,h.ND)("div",{class:["agn-row","agn-item",...n.classes(i.box)].join(" "),role:"treeitem","data-box":i.id,"aria-label":G(i),"aria-level":a+1,"aria-expanded":i.foldable?String(i.open):null},(0,h.ND)("span",{class:"agn-fold",style:`margin-left: ${2*a}ch`},o),(0,h.ND)("span",{class:"agn-change"},i.box.change??""),(0,h.ND)("b",{},i.title),(0,h.ND)("span",{class:"agn-remark"},[i.detail,n.badge(i.box)].filter(Boolean).join(" \xb7 ")))},columns:2*s+m(e.title)+m(e.detail)+8})))}select(e,t,s){let i=null===t?void 0:this.places.get(t),a=(null===e?void 0:this.keys.get(e))??[],n=i??a[0];void 0!==n&&(s&&this.rows.reveal(n),this.rows.rove(n)),this.rows.choose(new Set(void 0===i?a:[i,...a]))}mark(e){this.rows.mark(new Set([...e].flatMap(e=>this.places.get(e)??[])))}get focused(){return this.order[this.rows.focused]}focus(){this.rows.focus()}move(e){let t=Math.min(Math.max(this.rows.focused+e,0),this.order.length-1);return this.rows.reveal(t),this.rows.rove(t),this.rows.focus(),this.focused}at(e){return this.order[this.rows.indexOf(e)]}}let O=[1/16,1/8,.25,.5,1],F={G:["g","in the graph"],P:["p","decided by Python"],U:["u","unrolled"],C:["c","called as is"]},R=["agn-unmarked"];function J(e){let t=e.graph??e.compared??e.optimized,s=t?(0,p.fU)(t):[],i={time:s.some(e=>"number"==typeof e.seconds),type:s.some(e=>e.types?.length),shape:s.some(e=>e.types?.length)};return[...l.xN,...l.EZ.filter(e=>i[e])]}function I(e,t,s){let i=e=>null===e.key?void 0:s.get(e.key),a={badge:()=>"",legend:[]};switch(e){case"line":return{...a,classes:e=>(0,$.WE)(i(e)?.colour??null)};case"staged":return{...a,classes:e=>[`agn-letter-${F[i(e)?.letter.charAt(0)??""]?.[0]??"none"}`],legend:Object.values(F).map(([e,t])=>({classes:[`agn-letter-${e}`],words:t}))};case"operation":return H(t,e=>e.op??"");case"type":return H(t,e=>U(e)[0]);case"shape":return H(t,e=>U(e)[1]);case"time":var n;let o;return{classes:e=>{let t;return"number"==typeof e.seconds?[`agn-heat-${(t=e.seconds,O.findIndex(e=>t<=o*e))}`]:R},badge:e=>"number"==typeof e.seconds?(0,k.T)(e.seconds):"",legend:(o=(null===(n=t)?[]:(0,p.fU)(n)).reduce((e,t)=>Math.max(e,t.seconds??0),0))?O.map((e,t)=>({classes:[`agn-heat-${t}`],words:`to ${(0,k.T)(o*e)}`})):[]};case"none":return{...a,classes:()=>R}}}function U(e){let[,t="",s=""]=/^([^[]*)(.*)$/.exec(e.types?.[0]??"")??[];return[t.trim(),s.trim()]}function H(e,t){let s=new Map;for(let i of null===e?[]:(0,p.fU)(e)){let e="op"===i.kind?t(i):"";e&&s.set(e,(s.get(e)??0)+1)}let i=[...s].sort((e,t)=>t[1]-e[1]).map(([e])=>e),a=new Map(i.map((e,t)=>[e,Math.min(t,7)]));return{classes:e=>{let s="op"===e.kind?a.get(t(e)):void 0;return void 0===s?R:[`agn-colour-${s}`]},badge:()=>"",legend:i.slice(0,8).map((e,t)=>({classes:[`agn-colour-${t}`],words:7===t&&i.length>8?`${i.length-t} others`:e}))}}let[K,_]=[120,400];class V{options;node;crumbs=(0,h.ND)("div",{class:"agn-crumbs"});canvas=(0,h.ND)("div",{class:"agn-canvas"});outline=new W;status=(0,h.ND)("div",{class:"agn-status",role:"status"});reason="";legend=(0,h.ND)("div",{class:"agn-colours"});camera=new T(this.canvas);frame=null;open=new Set;chosenOpen=!1;path=[];seen=null;placed=null;picture=null;focused=null;lines=new Map;colour="line";paint=I("line",null,new Map);compared=!1;selected={key:null,box:null};hits=new Set;turn=0;height=0;ready=Promise.resolve();constructor(e){this.options=e;let t=(0,h.ND)("div",{class:"agn-tools"},(0,h.x6)("−","Smaller",()=>this.camera.scale(.8)),(0,h.x6)("1:1","Original size",()=>this.camera.original()),(0,h.x6)("+","Larger",()=>this.camera.scale(1.25)),(0,h.x6)("fit","Fit the graph into the pane",()=>this.fit())),s=(0,h.ND)("div",{class:"agn-bar"},this.crumbs,t);for(let e of(this.node=(0,h.ND)("div",{class:"agn-graph"},s,this.canvas,this.outline.node,this.status,this.legend),this.outline.node.hidden=!0,[this.canvas,this.outline.node]))e.addEventListener("click",e=>this.clicked(e)),e.addEventListener("dblclick",e=>this.doubleClicked(e))}show(e,t,s,i,a=!1){this.frame=e,this.height=0,this.lines=t,this.compared=a,this.chosenOpen=null!==s;let n=new Set(null===e||!i.length?[]:[...(0,p.Ld)(e)].map(([e])=>(0,p.td)(e)));return this.path=i.filter(e=>n.has(e)),this.open=null===e?new Set:null===s?(0,p.BI)(this.root()):new Set(s),this.paint=I(this.colour,e,t),this.draw(!0)}hide(e){this.turn+=1,this.frame=null,this.path=[],this.showCrumbs(),this.clear(e)}colourBy(e){this.colour=e,this.paint=I(e,this.frame,this.lines),this.isList&&this.list(),this.dress()}select(e,t,s=!1){if(this.selected={key:e,box:t},this.status.textContent=this.reason,this.isList)return void this.outline.select(e,t,s);this.dress();let i=t??this.order.find(t=>t.box.key===e&&null!==e)?.id;void 0!==i&&this.picture?.boxes.has(i)&&(this.focused=i,this.rove()),s&&this.follow()}follow(){let{key:e,box:t}=this.selected,s=this.order.filter(s=>null===t?null!==e&&s.box.key===e:s.id===t);this.camera.keepInSight(...s.flatMap(e=>this.placed?.boxes.get(e.id)??[]))}mark(e){this.hits=e,this.outline.mark(e),this.dress()}async reveal(e,t=[]){let s=t.filter(e=>!this.open.has(e)&&!this.path.includes(e));(s.length||this.path.length&&!this.order.some(t=>t.id===e))&&(this.path=[],s.forEach(e=>this.open.add(e)),this.chosenOpen=!0,this.tell(),await this.draw(!1));let i=this.placed?.boxes.get(e);this.isList?this.outline.select(null,e,!0):void 0!==i&&this.camera.centre(i)}focus(){this.isList?this.outline.focus():this.picture?.boxes.get(this.focused??this.order[0]?.id??"")?.focus()}fold(){let e=this.current();e?.foldable?this.toggle(e.id):void 0!==e&&this.say(e)}enter(){let e=this.current();e?.foldable&&this.path.at(-1)!==e.id?this.go([...this.path,e.id]):this.path.length?this.leave():void 0!==e&&this.say(e)}leave(){this.path.length&&this.go(this.path.slice(0,-1))}move(e){if(this.isList){this.outline.move("down"===e||"right"===e?1:-1),this.chooseFocused();return}let t=this.order.findIndex(e=>e.id===this.focused),s=this.order[Math.max(t,0)]?.id;if(t>=0&&("up"===e||"down"===e)?s=(null===this.placed?void 0:function(e,t,s){let i,a=e.boxes.get(t);if(void 0===a)return;let n=e=>"down"===s?e.top>a.top:e.top<a.top;for(let{source:i,target:a}of e.curves){let[o,r]="down"===s?[i,a]:[a,i],l=e.boxes.get(r);if(o===t&&void 0!==l&&n(l))return r}for(let[s,o]of e.boxes)if(s!==t&&n(o)){let e=Math.abs(o.top-a.top)+Math.abs(o.left-a.left)/4;i=void 0===i||e<i[0]?[e,s]:i}return i?.[1]}(this.placed,this.order[t].id,e))??s:t>=0&&(s=this.order[(t+("right"===e?1:this.order.length-1))%this.order.length]?.id),void 0!==s){this.focused=s,this.rove(),this.picture?.boxes.get(s)?.focus(),this.chooseFocused();let e=this.placed?.boxes.get(s);void 0!==e&&this.camera.keepInSight(e)}}chooseFocused(){let e=this.current();void 0!==e&&this.options.choose(e.box.key,e.id)}fit(){this.camera.fit()}begin(){this.camera.begin(),this.follow()}zoom(e){this.camera.scale(e)}dot(){var e;return null===this.seen?"":(e=this.seen,`${v(e,b)}
`)}svgText(){if(null===this.picture||null===this.placed)return"";let e=this.picture.node.cloneNode(!0);for(let t of e.querySelectorAll(".agn-box"))t.classList.remove(...X);for(let t of(e.style.visibility="hidden",this.canvas.append(e),e.querySelectorAll("*"))){let e=getComputedStyle(t);Y.map(t=>[t,e.getPropertyValue(t)]).forEach(([e,s])=>t.style.setProperty(e,s))}e.remove(),e.style.removeProperty("visibility"),e.querySelector("g")?.removeAttribute("transform");let[t,s]=[this.placed.width+2*Q,this.placed.height+16+Q];return e.setAttribute("viewBox",`${-Q} -16 ${t} ${s}`),e.setAttribute("width",String(t)),e.setAttribute("height",String(s)),new XMLSerializer().serializeToString(e)}get ground(){return getComputedStyle(this.canvas).backgroundColor}get isList(){return!this.outline.node.hidden}get order(){return this.isList?this.outline.order:this.picture?.order??[]}root(){return(0,p.Un)(this.frame,this.path)}current(){return this.isList?this.outline.focused:this.order.find(e=>e.id===this.focused)}toggle(e){this.open.delete(e)||this.open.add(e),this.chosenOpen=!0,this.tell(),this.draw(!1)}go(e){for(let t of(this.path=e,this.root().boxes)){let e=t.id?null:(0,p.td)(t);null!==e&&this.open.add(e)}this.tell(),this.draw(!0)}say(e){this.status.textContent=`There is nothing inside of ${e.box.title}.`}tell(){this.options.changed(this.chosenOpen?[...this.open]:null,this.path)}draw(e){let t=++this.turn;return this.ready=this.drawNow(t,e),this.ready}async drawNow(e,t){if(this.showCrumbs(),null===this.frame)return void this.clear("There is no graph: nothing was staged.");let s=this.node.contains(document.activeElement);if(await (0,h.v7)(),e!==this.turn)return;let i=(0,p.SP)(this.root(),this.open),a=[...(0,p.GG)(i)].length,n=null,o=`A list, because ${a} boxes are too many for a picture (300 at most). Close or enter some.`;if(a<=300){this.status.textContent="Laying out …";try{n=await this.options.engine(v(i,w))}catch(e){o=`A list, because the graph could not be laid out. ${e.message}`}if(e!==this.turn)return}this.seen=i,this.placed=n,this.outline.node.hidden=null!==n,this.canvas.hidden=null===n,null===n?(this.picture=null,this.camera.look(null,0,0),this.canvas.replaceChildren(),this.list(),this.state(o)):this.build(i,n,t),s&&!this.node.contains(document.activeElement)&&this.focus()}build(e,t,s){this.picture=function(e,t){let s=(0,h.JW)("g",{role:"none"});for(let[e,i]of t.frames)s.append((0,h.JW)("rect",{class:"agn-cluster","data-frame":e,...P(i),rx:6}));for(let e of t.curves){let[t,...i]=e.points;if(void 0===t)continue;let a=`M${t.map(B).join(",")}C${i.map(e=>e.map(B).join(",")).join(" ")}`;s.append((0,h.JW)("path",{class:`agn-arrow agn-${e.kind||"plain"}`,d:a})),null!==e.tip&&s.append((0,h.JW)("polygon",{class:"agn-tip",points:function([e,t],[s,i]){let a=Math.atan2(t-i,e-s);return[[e,t],...[.45,-.45].map(s=>[e-7*Math.cos(a+s),t-7*Math.sin(a+s)])].map(e=>e.map(e=>B(e)).join(",")).join(" ")}(e.tip,e.points.at(-1))})),null!==e.word&&s.append((0,h.JW)("text",{class:"agn-title",x:e.word[0]-10,y:e.word[1]+4},"rec"))}!function e(t,s,i){for(let a of s.boxes)for(let s of a.frames){let a=i.frames.get(s.id);void 0!==a&&s.title&&t.append((0,h.JW)("text",{class:"agn-title",x:a.left+8,y:a.top+15},s.title)),e(t,s,i)}}(s,e,t);let i=new Map,a=[];for(let[n,o]of(0,p.GG)(e)){let e=t.boxes.get(n.id);if(void 0!==e){let t=function(e,t,s){let i=t.left+t.width/2,a=(0,h.JW)("g",{role:"treeitem","data-box":e.id,"aria-label":G(e),"aria-level":s+1,"aria-expanded":e.foldable?String(e.open):null});if(a.append((0,h.JW)("rect",{class:"agn-back",...P(t),rx:5})),a.append((0,h.JW)("rect",{class:"agn-edge",x:t.left,y:t.top,width:6,height:t.height})),e.foldable){let s={x:t.left+t.width-12,y:t.top+14};a.append((0,h.JW)("text",{class:"agn-fold",...s},e.open?"−":"+"))}let n=t.top+(e.detail?16:t.height/2+4);return a.append((0,h.JW)("text",{class:"agn-name",x:i,y:n},e.title)),e.detail&&a.append((0,h.JW)("text",{class:"agn-detail",x:i,y:n+16},e.detail)),a.append((0,h.JW)("text",{class:"agn-badge",x:t.left+t.width,y:t.top-3})),a.append((0,h.JW)("title",{},[e.box.op,e.box.name].filter(Boolean).join(" ")||e.title)),a}(n,e,o);i.set(n.id,t),a.push(n),s.append(t)}}return{node:(0,h.JW)("svg",{class:"agn-picture",role:"tree","aria-label":"Graph"},s),content:s,boxes:i,order:a}}(e,t),this.canvas.replaceChildren(this.picture.node),this.height=Math.max(this.height,Math.min(Math.max(t.height+40,K),_)),this.canvas.style.height=`${this.height}px`,this.camera.look(this.picture.content,t.width,t.height,[...t.boxes.values()].reduce((e,t)=>{var s,i;return null===e||(s=t,i=e,s.top<i.top-1||s.top<=i.top+1&&s.left<i.left)?t:e},null)),this.state(""),null!==this.focused&&this.picture.boxes.has(this.focused)||(this.focused=this.order[0]?.id??null),this.rove(),this.dress(),s&&this.begin()}list(){null!==this.seen&&(this.outline.show(this.seen,this.paint),this.outline.select(this.selected.key,this.selected.box,!0),this.outline.mark(this.hits),this.showLegend())}clear(e){this.seen=this.placed=this.picture=null,this.camera.look(null,0,0),this.canvas.replaceChildren(),this.canvas.hidden=this.outline.node.hidden=!0,this.legend.replaceChildren(),this.state(e)}state(e){this.status.textContent=this.reason=e}showCrumbs(){let e=new Map;if(null!==this.frame&&this.path.length)for(let[t]of(0,p.Ld)(this.frame)){let s=(0,p.td)(t);null!==s&&this.path.includes(s)&&e.set(s,t.title)}let t=["graph",...this.path.map(t=>e.get(t)??t)],s=t.map((e,s)=>s===t.length-1?(0,h.ND)("span",{"aria-current":"true"},e):(0,h.ND)("button",{type:"button",class:"agn-crumb",click:()=>this.go(this.path.slice(0,s))},e));this.crumbs.replaceChildren(...s.flatMap((e,t)=>t?[" › ",e]:[e]))}showLegend(){let e=this.compared?["+ added","− removed","~ changed"]:[];this.legend.replaceChildren(...e.map(e=>(0,h.ND)("span",{},e)),...this.paint.legend.map(({classes:e,words:t})=>(0,h.ND)("span",{class:["agn-key",...e].join(" ")},t)))}rove(){for(let[e,t]of this.picture?.boxes??[])t.setAttribute("tabindex",e===this.focused?"0":"-1")}dress(){if(null!==this.picture)for(let e of(this.showLegend(),this.picture.order)){let t=this.picture.boxes.get(e.id),s=this.selected.box===e.id,i=null!==this.selected.key&&this.selected.key===e.box.key,a=this.compared?e.box.change:void 0,n=["agn-box",`agn-kind-${e.box.kind}`,...this.paint.classes(e.box)];n.push(...Object.entries({"agn-selected":i,"agn-chosen":s,"agn-hit":this.hits.has(e.id)}).flatMap(([e,t])=>t?[e]:[])),void 0!==a&&n.push({"+":"agn-is-added","-":"agn-is-removed","~":"agn-is-changed"}[a]),t.setAttribute("class",n.join(" ")),t.setAttribute("aria-selected",String(s||i));let o=this.compared?(0,L.N)(e):"",r=[a?.replace("-","−")??o,this.paint.badge(e.box)].filter(Boolean).join(" ");t.querySelector(".agn-badge").textContent=r}}at(e){if(this.isList)return this.outline.at(e.target);let t=e.target.closest(".agn-box")?.dataset.box;return this.order.find(e=>e.id===t)}clicked(e){let t=this.at(e);void 0!==t&&(this.focused=t.id,this.isList?this.outline.select(t.box.key,t.id,!1):this.rove(),this.focus(),e.target.closest(".agn-fold")&&t.foldable?this.toggle(t.id):this.options.choose(t.box.key,t.id))}doubleClicked(e){let t=this.at(e);t?.foldable&&(this.focused=t.id,this.enter())}}let Q=8,X=["agn-selected","agn-chosen","agn-hit"],Y=["fill","stroke","stroke-width","stroke-dasharray","font-family","font-size","font-weight","text-anchor"];var Z=s(28),ee=s(30);class et{options;node=(0,h.ND)("div",{class:"agn-quiz",role:"region","aria-label":"Quiz",hidden:!0});count=(0,h.ND)("b",{});marks;reveal;constructor(e){this.options=e;let t=t=>(0,h.x6)(`${t} ${d.E8[t]}`,`The selected line: ${d.E8[t]} (key ${t.toLowerCase()})`,()=>e.mark(t));this.marks={G:t("G"),P:t("P"),U:t("U")},this.reveal=(0,h.x6)("reveal","Show what became of the lines",e.reveal)}show(e,t,s){if(this.node.hidden=!t,!t)return;let i=(0,h.x6)("close the quiz","Show everything, and ask no more",this.options.stop);if(e.count)if(e.revealed)this.count.textContent=`${e.right} of ${e.count} right.`,this.fill(this.count,(0,h.x6)("again","Take the answers back, and ask again",this.options.again),i);else{for(let t of(this.count.textContent=`${e.answered} of ${e.count} marked.`,d.j7))this.marks[t].disabled=!e.asks(s),this.marks[t].setAttribute("aria-pressed",String(null!==s&&e.answer(s)===t));this.reveal.disabled=e.answered<e.count;let t=(0,h.ND)("span",{},"What becomes of each line with a “?”? Choose a line, then G, P or U.");this.fill(t,...d.j7.map(e=>this.marks[e]),this.count,this.reveal,i)}else this.count.textContent="Nothing to predict: nothing was decided at a line of this function.",this.fill(this.count,i)}fill(...e){(e.length!==this.node.children.length||e.slice(0,-1).some(e=>e.parentNode!==this.node))&&this.node.replaceChildren(...e)}}class es extends Error{}let ei=/^[GU]/;class ea{changed;input=(0,h.ND)("input",{class:"agn-search",type:"search",placeholder:"Search: while, op:If",title:"Search for words, /a regular expression/, op:If, line:7, staged:no: what is found has all of them","aria-label":"Search"});found=(0,h.ND)("span",{class:"agn-found",role:"status"});hits=[];at=-1;what=null;constructor(e,t){this.changed=e,this.input.addEventListener("input",()=>this.search()),this.input.addEventListener("keydown",e=>{"Enter"===e.key&&t(e.shiftKey?-1:1)})}in(e,t,s){this.what=[e,t,s],this.search()}next(e){return this.hits.length?(this.at=(this.at+e+this.hits.length)%this.hits.length,this.found.textContent=`${this.at+1}/${this.hits.length}`,this.hits[this.at]):null}search(){if(this.hits=[],this.at=-1,this.input.removeAttribute("aria-invalid"),null!==this.what){let[e,t,s]=this.what;try{let i=function(e){let t={words:[],op:null,line:null,staged:null};for(let[s]of e.matchAll(/\/(?:[^/\\]|\\.)+\/|\S+/g)){let[,e,i]=/^(op|line|staged):(.*)$/.exec(s)??[];if("op"===e)t.op=i.toLowerCase();else if("line"===e){if(!/^\d+$/.test(i))throw new es(`line:${i} is no line: write a number, as in line:7.`);t.line=Number(i)}else if("staged"===e){if(!["yes","no"].includes(i))throw new es(`staged:${i} is neither staged:yes nor staged:no.`);t.staged="yes"===i}else t.words.push(function(e){let t=/^\/(.+)\/$/.exec(e)?.[1];if(void 0===t){let t=e.toLowerCase();return e=>e.toLowerCase().includes(t)}try{let e=RegExp(t,"iu");return t=>e.test(t)}catch(e){throw new es(`/${t}/ is no regular expression: ${e.message}.`)}}(s))}return t}(this.input.value);if(s&&(null!==i.staged||null!==i.op))throw new es("op: and staged: would give the quiz away: reveal it first.");this.hits=function(e,t,s){if(!e.words.length&&null===e.op&&null===e.line&&null===e.staged)return[];let i=new Map(t.source.map(e=>[e.key,e.number])),a=new Map(t.source.map(e=>[e.key,e.letter])),n=t=>(null===e.line||null!==t&&i.get(t)===e.line)&&(null===e.staged||null!==t&&ei.test(a.get(t)??"")===e.staged),o=t=>e.words.every(e=>e(t)),r=[];if(null===e.op){for(let e of t.source)n(e.key)&&o(e.text)&&r.push({key:e.key,box:null,above:[],where:"source"});if(e.words.length)for(let e of t.generated)n(e.key)&&o(e.text)&&r.push({key:e.key,box:null,above:[],where:"generated"})}if(null!==s&&(null!==e.op||e.words.length))for(let[t,i]of(0,p.Ld)(s)){let s=null===e.op||(t.op??"").toLowerCase().includes(e.op);t.id&&s&&n(t.key)&&o(`${t.title} ${t.detail} ${t.op??""} ${t.name??""}`)&&r.push({key:t.key,box:t.id,above:i,where:"graph"})}return r}(i,e,s?null:t),this.found.textContent=this.input.value.trim()?`${this.hits.length} found`:""}catch(e){if(!(e instanceof es))throw e;this.input.setAttribute("aria-invalid","true"),this.found.textContent=e.message}}this.changed()}}let en=["source","generated","graph"],eo={line:"line",staged:"staged or Python",operation:"kind of operation",none:"nothing",time:"time",type:"type",shape:"shape"},er={traced:"as traced",optimized:"optimized",compared:"what the optimizer changed"},el={source:["code","trace","times"],generated:["code","passes","xla","llvm","assembly"],graph:["graph","optimized"]};class eh{report;kept;html;node;graph;source;generated;selection=new g;search;dialogs;quizBar;said=(0,h.ND)("div",{class:"agn-said",role:"status","aria-live":"polite"});about=ec("details","Details");traces=ec("traces","Traces");probes=ec("probes","Probes");panes;legend=(0,h.ND)("div",{class:"agn-legend"});rungs=(0,h.ND)("div",{class:"agn-rungs"});tabs=(0,h.ND)("div",{class:"agn-tabs",role:"tablist","aria-label":"Panes"});beside=(0,h.ND)("div",{class:"agn-beside",role:"tablist","aria-label":"Beside the source"});colours=(0,h.ND)("span",{});state;staged=null;quiz=null;constructor(e,t,s={...l.RK},i=()=>void 0,a=null){this.report=e,this.kept=i,this.html=a,this.state=s;let n=e=>t=>this.selection.select({key:t,box:null},e);this.source=new D({label:"Source",choose:e=>n(this.source)(e),letter:e=>this.cycle(e)}),this.generated=new A({choose:e=>n(this.generated)(e),keep:e=>this.keep(e),say:e=>this.say(e)}),this.graph=new V({engine:t,choose:(e,t)=>this.selection.select({key:e,box:t},this.graph),changed:(e,t)=>this.keep({open:e,path:t})}),this.search=new ea(()=>this.remark(),e=>void this.nextHit(e)),this.quizBar=new et({mark:e=>this.mark(e),reveal:()=>this.reveal(),again:()=>this.setQuiz(this.quiz.again()),stop:()=>this.setQuiz({...this.quizState,on:!1})}),this.panes={source:ed("source","Source",this.legend,this.source.node),generated:ed("generated","Generated",this.generated.bar,this.generated.code.node),graph:ed("graph","Graph",this.rungs,this.graph.node)},this.selection.listen((e,t)=>this.selected(e.key,e.box,t)),this.node=(0,h.ND)("div",{class:"agn-report",id:e.id,role:"region","aria-label":e.title,tabindex:-1},this.head(),(0,h.ND)("div",{class:"agn-sides"},...e.sides.map(t=>{var s,i;let a;return s=e.sides.length>1,i=e=>n(null)(e),a=t.notes.map(e=>(0,h.ND)("div",{class:`agn-note agn-${e.level}`},(0,h.ND)("b",{},`${e.code} ${e.level}`)," ",...e.places.map(e=>null===e.key?(0,h.ND)("span",{},`${e.text} `):(0,h.ND)("button",{type:"button",class:"agn-link",click:()=>i(e.key)},e.text)),e.more?` and ${e.more} more`:""," ",...(0,h.CS)(e.message),e.fix?(0,h.ND)("div",{},...(0,h.CS)(e.fix)):null)),(0,h.ND)("div",{class:"agn-side"},s?(0,h.ND)("b",{},t.backend):null,function(e){if(null===e.run)return null;let{call:t,value:s,time:i}=e.run,a=s.includes("\n")||s.length>200;return(0,h.ND)("div",{class:"agn-run"},(0,h.ND)("code",{},t),s&&!a?" = ":"",s?(0,h.ND)(a?"pre":"b",{},s):null,` ${i}`)}(t),...a)})),...function(e){let t=[];if(null!==e.checks){let s=e.checks.list.some(e=>"different"===e.state),i=e.checks.list.map(e=>(0,h.ND)("tr",{},(0,h.ND)("td",{},e.call),(0,h.ND)("th",{},e.state),(0,h.ND)("td",{},...(0,h.CS)(e.said||e.compared.join(", ")))));t.push((0,h.ND)("div",{},(0,h.ND)("details",{open:s},(0,h.ND)("summary",{},e.checks.title),(0,h.ND)("table",{},...i))))}return e.omitted&&t.push((0,h.ND)("div",{class:"agn-note"},e.omitted)),t}(e),this.quizBar.node,this.tabs,(0,h.ND)("div",{class:"agn-panes","data-panes":this.names.length},this.beside,...this.names.map(e=>this.panes[e])),(0,h.ND)("div",{class:"agn-below"},this.about,this.probes,this.traces),this.said),this.dialogs=new j(this.node,e=>this.say(e)),this.node.addEventListener("focusin",()=>window.addEventListener("keydown",this.pressed,!0)),this.node.addEventListener("focusout",()=>window.removeEventListener("keydown",this.pressed,!0)),(0,u.k)(this),this.makeTabs(),this.state.side=Math.min(s.side,e.sides.length-1),this.showFunction(Math.min(s.function,this.side.functions.length-1))}get names(){return en.filter(e=>el[e].some(e=>this.report.show.includes(e)))}head(){var e;let t,s,i,a,n,o,r,l=this.side.functions.map((e,t)=>[String(t),e.name]),d=this.report.sides.map((e,t)=>[String(t),e.backend]),c=(0,h.x6)("quiz","Predict what becomes of each line before you see it",()=>this.setQuiz({...this.quizState,on:!0})),g=(0,h.ND)("div",{class:"agn-toolbar",role:"toolbar","aria-label":"View"},(e=()=>this.staged?.name??"",t=e=>void(0,Z.VD)()?.[e](n),s=(0,h.x6)("▶ run","Run the cell again",()=>t("run")),i=(0,h.x6)("■ stop","Interrupt the kernel",()=>t("stop")),a=(0,h.x6)("explore","Explore the function in a new cell",()=>void(0,Z.VD)()?.explore(n,e())),n=(0,h.ND)("span",{class:"agn-live",role:"group","aria-label":"Kernel"},s,i,a),o=new Map([s,i,a].map(e=>[e,e.title])),r=()=>{let e=(0,Z.VD)()?.state(n)??"none",t=(0,Z.VD)()?.reason(n)??"This needs the front end’s plugin, which is off or was not loaded yet.";for(let r of(n.dataset.state=e,[s,i,a])){let s=r===i?"busy":"idle";r.disabled=e!==s;let a=r===i?"Nothing is running.":"The kernel is busy.";r.title=e===s?o.get(r):"none"===e?t:a}},new IntersectionObserver(e=>{e.at(-1).isIntersecting?(Z.tD.connect(r),r()):Z.tD.disconnect(r)}).observe(n),r(),n),d.length>1?(0,h.yx)("Back end",d,String(this.state.side),e=>this.showSide(Number(e))):null,l.length>1?(0,h.yx)("Function",l,String(this.state.function),e=>this.showFunction(Number(e))):null,this.colours,...l.length?[this.search.input,this.search.found,c]:[],(0,h.x6)("save …","Save the graph or the report as a file",()=>this.exportMenu()),(0,h.x6)("?","Keys",()=>this.dialogs.help()));return(0,h.ND)("div",{class:"agn-head"},(0,h.ND)("b",{},this.report.title),g)}makeTabs(){let e=e=>(0,h.ND)("button",{type:"button",role:"tab","data-pane":e,click:()=>this.showPane(e)},e),t=this.names.filter(e=>"source"!==e);this.tabs.append(...this.names.map(e)),this.beside.append(...t.map(e)),this.choosePanes(this.names[0],t[0])}showPane(e){let t=null!==this.panes.graph.offsetParent;this.choosePanes(e,"source"===e?this.node.dataset.beside:e),"graph"!==e||t||null===this.panes.graph.offsetParent||this.graph.begin()}choosePanes(e,t){for(let[s,i]of(this.node.dataset.pane=e??"",this.node.dataset.beside=t??"",[[this.tabs,e],[this.beside,t]]))for(let e of s.children)e.setAttribute("aria-selected",String(e.dataset.pane===i))}get side(){return this.report.sides[this.state.side]}showSide(e){this.keep({side:e,open:null,path:[],code:null,rung:"traced",box:null}),this.showFunction(this.state.function)}showFunction(e){let t=this.side.functions[e];if(void 0===t)return;let s=e===this.state.function;this.staged=t,s||this.keep({function:e,key:null,box:null,open:null,path:[],code:null,rung:"traced"}),this.showAll(),this.selection.select({key:this.state.key,box:this.state.box},this),this.showAbout()}showAll(){let e=this.staged;this.quiz=new d.Qt(this.quizState,this.state.side,e),this.node.classList.toggle("agn-quizzing",this.hidden);let{letters:t}=this.side,s=this.hidden?[]:Object.keys($.N7).filter(e=>e in t);this.legend.replaceChildren(...s.map(e=>(0,h.ND)("span",{},(0,h.ND)("b",{},e),` ${t[e]}`))),this.source.source(e.source,this.quiz),this.source.select(this.state.key,!0),this.generated.show(e,this.state,this.hidden,this.state.key),this.showColours(),this.showGraph(),this.quizBar.show(this.quiz,this.quizState.on,this.state.key),this.search.in(e,this.shownGraph,this.hidden)}get offeredRungs(){let{graph:e,optimized:t,compared:s}=this.staged,i={traced:e,optimized:t,compared:s};return l.Q$.filter(e=>i[e])}get rung(){let e=this.offeredRungs;return e.includes(this.state.rung)?this.state.rung:e.includes("traced")?"traced":e.at(-1)??"traced"}get shownGraph(){let{graph:e,optimized:t,compared:s}=this.staged;return({traced:e,optimized:t,compared:s})[this.rung]??null}showGraph(){let e=this.staged,t=this.offeredRungs,s=(0,h.yx)("State of the graph",t.map(e=>[e,er[e]]),this.rung,t=>{this.keep({rung:t,open:null,path:[]}),this.selection.select({key:this.selection.current.key,box:null},this),this.showGraph(),this.search.in(e,this.shownGraph,this.hidden),this.showAbout()});if(this.rungs.replaceChildren(t.length>1&&!this.hidden?s:""),this.hidden)return void this.graph.hide("The graph is shown after the quiz.");let i=new Map(e.source.map(e=>[e.key,{colour:e.colour,letter:e.letter}]));this.graph.colourBy(this.state.colour),this.graph.show(this.shownGraph,i,this.state.open,this.state.path,"traced"!==this.rung).then(()=>this.remark())}showColours(){let e=J(this.staged);e.includes(this.state.colour)||(this.state.colour="line");let t=(0,h.yx)("Colour by",e.map(e=>[e,`colour: ${eo[e]}`]),this.state.colour,e=>this.colourBy(e));t.disabled=this.hidden,this.colours.replaceChildren(t)}colourBy(e){this.keep({colour:e}),this.showColours(),this.graph.colourBy(e),this.say(`colours by ${eo[e]}`)}nextColour(e){let t=J(this.staged).filter(t=>l.EZ.some(e=>e===t)===e),s=t.indexOf(this.state.colour)+1;this.colourBy(t[e?s:s%t.length]??"line")}showAbout(){let e,t,{current:s}=this.selection,i=this.staged,a=e=>this.selection.select({key:e,box:null});this.about.hidden=!this.names.length,this.about.replaceChildren(...(0,M.z)(i,this.shownGraph,s,this.hidden)),this.traces.hidden=this.hidden||!i.traces.length||!this.report.show.includes("trace"),this.traces.replaceChildren(...this.traces.hidden?[]:(e=new Map(i.source.map(e=>[e.key,e.number])),t=i.traces.map((t,s)=>{let i=null===t.key?"":(0,h.ND)("button",{type:"button",class:"agn-link",click:()=>a(t.key)},e.has(t.key)?`line ${e.get(t.key)}`:"its call");return(0,h.ND)("tr",{class:t.shown?"agn-shown":""},(0,h.ND)("th",{scope:"row"},`${s+1}${t.shown?" (shown)":""}`),(0,h.ND)("td",{},(0,h.ND)("code",{},t.signature)),(0,h.ND)("td",{},...(0,h.CS)(t.reason)),(0,h.ND)("td",{},i))}),[(0,h.ND)("h4",{},`Traces (${t.length})`),(0,h.ND)("table",{},...t)])),this.probes.hidden=this.hidden||!i.probes?.length,this.probes.replaceChildren(...this.probes.hidden?[]:(0,ee.Kn)(i,s.key,{go:a,copy:(e,t)=>void this.copy(e,t)}))}async copy(e,t){try{await (0,E.C)(e),this.say(`${t} copied`)}catch(e){this.dialogs.notice(`Nothing was copied. ${e.message}`)}}get quizState(){return this.state.quiz??(0,d.m6)(this.report)}get hidden(){return this.quiz?.hidden??!1}setQuiz(e){let t=this.node.contains(document.activeElement);this.keep({quiz:e}),this.showAll(),this.showAbout(),t&&this.source.focus()}mark(e){let{key:t}=this.selection.current;if(null===t||!this.hidden||!this.quiz.asks(t))return!1;let s=this.source.node.contains(document.activeElement);this.keep({quiz:this.quiz.marked(t,e)}),this.quiz=new d.Qt(this.quizState,this.state.side,this.staged),this.source.source(this.staged.source,this.quiz),this.source.select(t,!0),this.quizBar.show(this.quiz,!0,t),s&&this.source.focus();let i=this.staged.source.find(e=>e.key===t);return this.say(`line ${i?.number} marked ${e??"with nothing"}, ${this.quiz.answered} of ${this.quiz.count} marked`),!0}cycle(e){this.hidden&&this.quiz.asks(e)&&this.mark({"":"G",G:"P",P:"U",U:null}[this.quiz.answer(e)??""])}reveal(){this.setQuiz(this.quiz.shown()),this.say(`${this.quiz.right} of ${this.quiz.count} right`)}selected(e,t,s){this.source.select(e,s!==this.source),this.generated.select(e,s!==this.generated),this.graph.select(e,t,s!==this.graph),null!==this.staged&&(this.quizBar.show(this.quiz,this.quizState.on,e),this.showAbout()),this.keep({key:e,box:t});let i=this.staged?.source.find(t=>t.key===e);s!==this&&void 0!==i&&this.say(`line ${i.number} selected`)}explain(e,t,s){this.choose("Back end",e,this.state.side),this.choose("Function",t,this.state.function),this.selection.select({key:s,box:null}),this.showPane("source"),this.source.focus(),this.node.scrollIntoView({block:"nearest"})}choose(e,t,s){let i=this.node.querySelector(`.agn-toolbar select[aria-label="${e}"]`);null!==i&&t!==s&&(i.value=String(t),i.dispatchEvent(new Event("change")))}counterpart(){let{key:e}=this.selection.current;this.graph.node.contains(document.activeElement)?(this.graph.chooseFocused(),this.showPane("source"),this.source.focus()):null!==e&&(this.showPane("graph"),this.graph.focus())}say(e){this.said.textContent=e}keep(e){let t=JSON.stringify(this.state);this.state={...this.state,...e},JSON.stringify(this.state)!==t&&this.kept(this.state)}remark(){let{hits:e}=this.search,t=t=>new Set(e.flatMap(e=>e.where===t&&null!==e.key?[e.key]:[]));this.source.mark(t("source")),this.generated.code.mark(t("generated")),this.graph.mark(new Set(e.flatMap(e=>null===e.box?[]:[e.box])))}async nextHit(e){let t=this.search.next(e);null!==t&&(null!==t.box&&(await this.graph.reveal(t.box,t.above),this.remark()),this.selection.select({key:t.key,box:t.box}))}pressed=e=>{if(!this.node.contains(e.target))return;let t=function(e){if(e.ctrlKey||e.metaKey||e.altKey)return null;let t=e.target;if(t.matches("input, textarea, select, [contenteditable]")&&"Escape"!==e.key||"Enter"===e.key&&t.matches("button, summary, a"))return null;let s="Enter"===e.key&&e.shiftKey?"Shift+Enter":e.key;return C.find(([e])=>e===s)?.[1]??null}(e);null!==t&&this.do(t)&&(e.preventDefault(),e.stopPropagation())};do(e){if(null===this.staged&&!["export","help","leave"].includes(e))return!1;let t=this.graph.node.contains(document.activeElement),s=this.generated.code.node.contains(document.activeElement)?this.generated.code:this.source;switch(e){case"next line":case"previous line":return(t?this.source:s).move("next line"===e?1:-1),!0;case"up":case"down":if(t)this.graph.move(e);else{if(!s.node.contains(document.activeElement))return!1;s.move("down"===e?1:-1)}return!0;case"left":case"right":return t&&this.graph.move(e),t;case"counterpart":return this.counterpart(),!0;case"back":return this.selection.back(),!0;case"previous pass":case"next pass":return this.generated.step("next pass"===e?1:-1)||this.dialogs.notice("This report has no passes: --show passes puts them into it."),!0;case"enter":return this.graph.enter(),!0;case"fold":return this.graph.fold(),!0;case"colour":case"overlay":return this.hidden||this.nextColour("overlay"===e),!0;case"search":return this.search.input.focus(),!0;case"next hit":case"previous hit":return this.nextHit("next hit"===e?1:-1),!0;case"fit":return this.graph.fit(),!0;case"larger":case"smaller":return this.graph.zoom("larger"===e?1.25:.8),!0;case"mark G":case"mark P":case"mark U":return this.mark(e.slice(-1));case"export":return this.exportMenu(),!0;case"help":return this.dialogs.help(),!0;case"leave":return this.leave()}}leave(){if(!this.dialogs.close()){let e=this.node.closest('.jp-Cell, .jp-Notebook, [tabindex="0"]');document.activeElement?.blur(),e?.focus()}return!0}exportMenu(){if(this.hidden)return void this.dialogs.notice("Files would give the quiz away: reveal it first.");let e=this.staged?.name??"report",t=(t,s,i)=>{let a=(0,E.Md)(e,t.toLowerCase());return{label:t,file:a,save:async()=>(0,E.UN)(a,s,await i())}},s=this.graph.svgText(),i=[t("SVG","image/svg+xml",()=>s),t("DOT","text/vnd.graphviz",()=>this.graph.dot()),t("JSON","application/json",()=>JSON.stringify(this.report,null,1)),t("PNG","image/png",()=>(0,E.br)(s,this.graph.ground)),t("HTML","text/html",()=>(0,E.ZZ)(this.report.title,this.html??""))],a={SVG:""!==s,PNG:""!==s,DOT:""!==this.graph.dot(),HTML:null!==this.html};this.dialogs.exports(i.filter(({label:e})=>a[e]??!0),a.SVG?"":"No picture is shown that could be saved.")}}function ed(e,t,...s){return(0,h.ND)("section",{class:`agn-pane agn-pane-${e}`,"aria-label":t},(0,h.ND)("h3",{},t),...s)}function ec(e,t){let s=(0,h.ND)("div",{class:`agn-part agn-${e}`,role:"region","aria-label":t,tabindex:0});return s.hidden=!0,s}class eg extends i.Widget{options;shown=null;model=null;timer=0;constructor(e){super(),this.options=e,this.addClass("agn-output")}async renderModel(e){let t;this.model=e;let s=e.data[this.options.mimeType],i=(0,a.zi)(s);if(null!==i&&i.id===this.shown)return;if(null===i){this.node.textContent="This report was made by another version of ag_notebook: run the cell again.";return}if(this.shown=i.id,await (0,h.v7)(),this.isDisposed||this.shown!==i.id)return;let n=new eh(i,r,(0,l.GN)(e.metadata[l.c4]),e=>this.keep(e),"string"==typeof(t=e.data["text/html"])?t:Array.isArray(t)?t.join(""):null);this.node.replaceChildren(n.node),await n.graph.ready}dispose(){window.clearTimeout(this.timer),super.dispose()}keep(e){window.clearTimeout(this.timer),this.timer=window.setTimeout(()=>{let{model:t}=this;t?.setData({metadata:{...t.metadata,[l.c4]:{...e}}})},400)}}let eu={id:"ag-notebook:report",rendererFactory:{safe:!0,mimeTypes:[a.Wd],createRenderer:e=>new eg(e)},rank:0,dataType:"json"}},14(e,t,s){var i=s(12),a=s.n(i),n=s(13),o=(s.n(n))()(a());o.push([e.id,`/* What is around views: the magic's line in editors, the panel, the bar of a running cell. */

/* These lie inside of the marks of the language, which takes the line for an expression. */
[class^='agn-magic-'] {
  font-style: normal;
  font-weight: normal;
}

.agn-magic-magic {
  color: var(--jp-mirror-editor-keyword-color, #008000);
  font-weight: bold;
}

.agn-magic-option {
  color: var(--jp-mirror-editor-attribute-color, #00c);
}

.agn-magic-value {
  color: var(--jp-mirror-editor-number-color, #080);
}

.agn-magic-string {
  color: var(--jp-mirror-editor-string-color, #ba2121);
}

.agn-magic-name {
  color: var(--jp-mirror-editor-variable-color, #212121);
}

.agn-magic-unknown {
  color: var(--jp-mirror-editor-error-color, #f00);
  text-decoration: underline wavy var(--jp-mirror-editor-error-color, #f00);
}

.agn-inspector {
  background: var(--jp-layout-color1, #fff);
  color: var(--jp-content-font-color1, #1f1f1f);
  font-size: 13px;
  min-width: 220px;
  overflow: auto;
}

.agn-inspected {
  padding: 8px 12px;
}

.agn-inspected :is(h3, h4) {
  font-size: 13px;
  font-weight: 600;
  margin: 6px 0;
}

.agn-inspected :is(code, pre) {
  font-family: var(--jp-code-font-family, monospace);
  font-size: 12px;
}

.agn-inspected .agn-made {
  background: var(--jp-layout-color2, #eee);
  margin: 4px 0;
  overflow-wrap: anywhere;
  padding: 4px 6px;
  white-space: pre-wrap;
}

.agn-soft {
  color: var(--jp-content-font-color2, #595959);
}

.agn-running {
  align-items: center;
  display: flex;
  font-size: 13px;
  gap: 8px;
  padding: 4px 8px 4px var(--jp-cell-prompt-width, 64px);
}

.agn-running button {
  background: var(--jp-layout-color1, #fff);
  border: 1px solid var(--jp-border-color1, #bdbdbd);
  border-radius: 3px;
  color: var(--jp-content-font-color1, #1f1f1f);
  cursor: pointer;
  font: inherit;
  padding: 1px 6px;
}

.agn-live {
  display: inline-flex;
  gap: 6px;
}

.agn-live button:disabled {
  cursor: default;
  opacity: 0.5;
}
`,""]),s.d(t,{},{A:o})},11(e,t,s){var i=s(12),a=s.n(i),n=s(13),o=(s.n(n))()(a());o.push([e.id,`/* The view of a report. Colours are the theme's; line marks are those of Okabe and Ito, at least 3:1 on white and on dark grey. */

.agn-output {
  padding: 4px 0;
}

:is(.agn-report, .agn-inspector) {
  --agn-text: var(--jp-content-font-color1, #1f1f1f);
  --agn-soft: color-mix(in srgb, var(--agn-text) 70%, var(--agn-ground)); /* 4.5:1 also on what is chosen */
  --agn-ground: var(--jp-layout-color0, #fff);
  --agn-raised: var(--jp-layout-color1, #fff);
  --agn-line: var(--jp-border-color1, #bdbdbd);
  --agn-focus: var(--jp-brand-color1, #1976d2);
  --agn-chosen: color-mix(in srgb, var(--agn-focus) 16%, transparent);
  --agn-mono: var(--jp-code-font-family, monospace);
}

.agn-report {
  color: var(--agn-text);
  container: agn / inline-size;
  font-size: 13px;
  position: relative;
}

.agn-report :is(h3, h4) {
  font-size: 12px;
  font-weight: 600;
  margin: 4px 0;
}

:is(.agn-report, .agn-inspector) :focus-visible {
  outline: 2px solid var(--agn-focus);
  outline-offset: -2px;
}

.agn-head,
.agn-toolbar,
.agn-passes,
.agn-bar,
.agn-tools {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 6px 10px;
}

.agn-bar {
  justify-content: space-between;
}

.agn-toolbar {
  flex-basis: 100%;
}

.agn-search {
  flex: 1 1 170px;
  max-width: 420px;
}

:is(.agn-report, .agn-inspector) :where(input[type='search'], select, button) {
  background: var(--agn-raised);
  border: 1px solid var(--agn-line);
  border-radius: 3px;
  color: var(--agn-text);
  font: inherit;
  padding: 1px 6px;
}

:is(.agn-report, .agn-inspector) button {
  cursor: pointer;
}

.agn-report .agn-link,
.agn-report .agn-crumb {
  background: none;
  border: 0;
  color: var(--jp-content-link-color, #1565c0);
  padding: 0 4px 0 0;
  text-decoration: underline;
}

.agn-report .agn-probe .agn-link {
  padding: 0;
}

.agn-search[aria-invalid='true'] {
  border-color: #d55e00;
}

.agn-legend {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  font-size: 12px;
  gap: 0 10px;
  min-height: 22px; /* as the bars of the panes beside it */
}

.agn-legend,
.agn-found,
.agn-summary,
.agn-status {
  color: var(--agn-soft);
}

.agn-sides {
  display: grid;
  gap: 4px 16px;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
}

.agn-note {
  border: 1px solid var(--agn-line);
  border-left: 6px solid #888;
  margin: 4px 0;
  padding: 3px 8px;
}

.agn-warning {
  border-left-color: #9a7400;
}

.agn-error {
  border-left-color: #d55e00;
}

/* panes */

.agn-panes {
  display: grid;
  gap: 8px;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.2fr);
  margin-top: 4px;
}

.agn-panes[data-panes='2'] {
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
}

.agn-panes[data-panes='1'] {
  grid-template-columns: minmax(0, 1fr);
}

.agn-pane {
  display: flex;
  flex-direction: column;
  min-width: 0;
}

.agn-tabs,
.agn-beside {
  display: none;
  gap: 4px;
}

.agn-report [role='tab'][aria-selected='true'] {
  background: var(--agn-chosen);
  border-bottom: 3px solid var(--agn-focus);
  font-weight: 600;
}

/* The source, and one of the others beside it. */
@container agn (min-width: 740px) and (max-width: 899px) {
  .agn-panes[data-panes='3'] {
    gap: 0 8px;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    grid-template-rows: auto 1fr;
  }

  .agn-panes[data-panes='3'] .agn-beside {
    display: flex;
    grid-area: 1 / 2;
  }

  .agn-panes[data-panes='3'] .agn-pane-source {
    grid-area: 1 / 1 / span 2;
  }

  .agn-panes[data-panes='3'] :is(.agn-pane-generated, .agn-pane-graph) {
    grid-area: 2 / 2;
  }

  .agn-panes[data-panes='3'] :is(.agn-pane-generated, .agn-pane-graph) h3,
  .agn-report[data-beside='graph'] .agn-panes[data-panes='3'] .agn-pane-generated,
  .agn-report[data-beside='generated'] .agn-panes[data-panes='3'] .agn-pane-graph {
    display: none;
  }
}

/* One at a time. */
@container agn (max-width: 739px) {
  .agn-tabs {
    display: flex;
  }

  .agn-panes[data-panes] {
    grid-template-columns: minmax(0, 1fr);
  }

  .agn-pane {
    display: none;
  }

  .agn-report[data-pane] .agn-pane h3 {
    display: none;
  }
}

@container agn (max-width: 739px) {
  .agn-report[data-pane='source'] .agn-pane-source,
  .agn-report[data-pane='generated'] .agn-pane-generated,
  .agn-report[data-pane='graph'] .agn-pane-graph {
    display: flex;
  }
}

.agn-graph {
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
}

.agn-code,
.agn-canvas {
  background: var(--agn-ground);
  border: 1px solid var(--agn-line);
  flex: 1 0 auto;
  height: 400px;
  overflow: auto;
}

/* As high as its lines and a scroll bar, up to a height from which it scrolls. */
.agn-code {
  flex: 1 1 min(400px, calc(var(--agn-lines, 22) * 18px + 20px));
  height: auto;
}

/* Code that no graph stands beside is as high as its lines. */
.agn-panes:not(:has(.agn-pane-graph)) .agn-code {
  flex: 1 1 auto;
  height: auto;
  max-height: 400px;
}

/* A pane that is seen alone is as high as its code, so that what is said of it is in sight. */
@container agn (max-width: 739px) {
  .agn-code {
    flex: 0 1 auto;
    height: auto;
    max-height: 400px;
  }
}

.agn-rows {
  min-width: max-content;
}

.agn-row {
  border-left: 4px solid transparent;
  box-sizing: border-box;
  contain: layout style;
  display: flex;
  font-family: var(--agn-mono);
  font-size: 12px;
  height: 18px; /* as ROW_HEIGHT says */
  line-height: 18px;
  padding-left: 4px;
}

.agn-long {
  contain: strict;
  font-family: var(--agn-mono);
  font-size: 12px;
  position: relative;
}

.agn-long .agn-row {
  left: 0;
  min-width: 100%;
  position: absolute;
}

.agn-row[aria-selected='true'] {
  background: var(--agn-chosen);
}

.agn-hit {
  text-decoration: underline wavy var(--agn-focus);
}

.agn-number,
.agn-ops {
  color: var(--agn-soft);
  flex: 0 0 3.2ch;
  text-align: right;
}

.agn-letter {
  flex: 0 0 3.4ch;
  font-weight: 700;
  text-align: center;
}

.agn-time {
  color: var(--agn-soft);
  flex: 0 0 7ch;
  text-align: right;
}

.agn-asked .agn-letter {
  cursor: pointer;
  outline: 1px dashed var(--agn-line);
  outline-offset: -2px;
}

.agn-right .agn-letter {
  background: color-mix(in srgb, #009e73 22%, transparent);
}

.agn-wrong .agn-letter {
  background: color-mix(in srgb, #d55e00 22%, transparent);
}

.agn-item {
  cursor: pointer;
}

.agn-outline .agn-fold {
  flex: 0 0 2ch;
  text-align: center;
}

.agn-change {
  flex: 0 0 2ch;
  font-weight: 700;
}

.agn-sign {
  flex: 0 0 2ch;
  font-weight: 700;
  text-align: center;
}

.agn-text {
  padding-left: 1ch;
  white-space: pre;
}

.agn-remark {
  color: var(--agn-soft);
  padding-left: 3ch;
  white-space: pre;
}

.agn-scaffold .agn-text {
  color: var(--agn-soft);
}

.agn-added {
  background: color-mix(in srgb, #009e73 18%, transparent);
}

.agn-removed {
  background: color-mix(in srgb, #d55e00 18%, transparent);
}

.agn-below {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 6px;
}

.agn-part {
  border: 1px solid var(--agn-line);
  box-sizing: border-box;
  flex: 1 1 300px;
  max-height: 240px;
  min-width: 0;
  overflow: auto;
  padding: 2px 8px;
}

.agn-part[hidden] {
  display: none;
}

:is(.agn-part, .agn-inspected) p {
  margin: 2px 0;
}

:is(.agn-part, .agn-inspected) ul {
  margin: 2px 0;
  padding-left: 20px;
}

:is(.agn-report .agn-part, .agn-inspected) :is(th, td) {
  background: none;
  border: 0;
  max-width: 480px;
  overflow-wrap: anywhere;
  padding: 1px 10px 1px 0;
  text-align: left;
  vertical-align: baseline;
  white-space: normal;
}

:is(.agn-report .agn-part, .agn-inspected) th {
  white-space: nowrap;
}

.agn-report code {
  background: none;
  color: inherit;
  font-family: var(--agn-mono);
  font-size: 12px;
  line-height: inherit;
  padding: 0;
}

:is(.agn-report .agn-part, .agn-inspected) table {
  border: 0;
  font-size: 12px;
  margin: 0;
}

.agn-shown th::before {
  content: '▸ ';
}

.agn-spark {
  background: var(--agn-ground);
  border: 1px solid var(--agn-line);
  display: block;
  margin: 4px 0;
}

.agn-band {
  fill: color-mix(in srgb, var(--agn-focus) 25%, transparent);
}

.agn-curve {
  fill: none;
  stroke: var(--agn-focus);
  stroke-width: 1.5;
}

.agn-quiz {
  align-items: center;
  background: var(--agn-chosen);
  border: 1px solid var(--agn-line);
  display: flex;
  flex-wrap: wrap;
  gap: 6px 10px;
  margin: 4px 0;
  padding: 4px 8px;
}

.agn-quiz[hidden],
.agn-quizzing .agn-note {
  display: none;
}

.agn-quiz [aria-pressed='true'] {
  border-color: var(--agn-focus);
  font-weight: 700;
}

.agn-report :disabled {
  cursor: default;
  opacity: 0.55;
}

.agn-said {
  block-size: 1px;
  inline-size: 1px;
  clip-path: inset(50%);
  overflow: hidden;
  position: absolute;
}

/* graph */

.agn-report :is(.agn-canvas, .agn-outline)[hidden] {
  display: none;
}

.agn-colours {
  display: flex;
  flex-wrap: wrap;
  gap: 2px 12px;
}

.agn-key::before {
  background: var(--agn-mark);
  content: '';
  display: inline-block;
  height: 10px;
  margin-right: 4px;
  width: 10px;
}

.agn-canvas {
  cursor: grab;
  overflow: hidden;
  touch-action: none;
}

.agn-picture {
  display: block;
  font-family: var(--agn-mono);
  font-size: 12px;
  height: 100%;
  user-select: none;
  width: 100%;
}

.agn-picture text {
  fill: var(--agn-text);
}

.agn-name {
  font-weight: 700;
  text-anchor: middle;
}

.agn-detail {
  text-anchor: middle;
}

.agn-picture .agn-title,
.agn-picture .agn-detail {
  fill: var(--agn-soft);
}

.agn-fold {
  cursor: pointer;
  font-weight: 700;
}

.agn-cluster {
  fill: none;
  stroke: var(--agn-line);
}

.agn-arrow {
  fill: none;
  stroke: var(--agn-soft);
  stroke-width: 1.2;
}

.agn-carried,
.agn-recursion {
  stroke-dasharray: 5 3;
}

.agn-control {
  stroke-dasharray: 1 3;
}

.agn-tip {
  fill: var(--agn-soft);
}

.agn-back {
  fill: var(--agn-raised);
  stroke: var(--agn-mark);
  stroke-width: 1.6;
}

.agn-edge {
  fill: var(--agn-mark);
}

.agn-badge {
  font-size: 13px;
  font-weight: 700;
  text-anchor: end;
}

.agn-is-added .agn-back {
  fill: color-mix(in srgb, #009e73 18%, var(--agn-raised));
}

.agn-is-removed .agn-back {
  fill: color-mix(in srgb, #d55e00 18%, var(--agn-raised));
  stroke-dasharray: 6 3;
}

.agn-is-changed .agn-back {
  fill: color-mix(in srgb, #9a7400 18%, var(--agn-raised));
}

.agn-selected .agn-back {
  fill: color-mix(in srgb, var(--agn-focus) 16%, var(--agn-raised));
  stroke-width: 3;
}

.agn-chosen .agn-back {
  stroke: var(--agn-focus);
}

.agn-box {
  cursor: pointer;
}

.agn-box:focus-visible {
  outline: none;
}

.agn-box:focus-visible .agn-back {
  stroke: var(--agn-focus);
  stroke-dasharray: 4 2;
  stroke-width: 3;
}

.agn-box.agn-hit .agn-name {
  text-decoration: underline;
}

/* marks: a colour, and the second and third time around a wider bar */

.agn-unmarked {
  --agn-mark: #888;
}

.agn-colour-0 {
  --agn-mark: #0072b2;
}

.agn-colour-1 {
  --agn-mark: #d55e00;
}

.agn-colour-2 {
  --agn-mark: #009e73;
}

.agn-colour-3 {
  --agn-mark: #b8609a;
}

.agn-colour-4 {
  --agn-mark: #9a7400;
}

.agn-colour-5 {
  --agn-mark: #2e8fc4;
}

.agn-colour-6 {
  --agn-mark: #7d7d00;
}

.agn-colour-7 {
  --agn-mark: #808080;
}

.agn-row:not(.agn-unmarked) {
  border-left-color: var(--agn-mark);
}

.agn-row.agn-width-1 {
  border-left-width: 8px;
  padding-left: 0;
}

.agn-row.agn-width-2 {
  border-left-style: double;
  border-left-width: 8px;
  padding-left: 0;
}

/* from short to long */

.agn-heat-0 {
  --agn-mark: #8c8c8c;
}

.agn-heat-1 {
  --agn-mark: #9a7400;
}

.agn-heat-2 {
  --agn-mark: #b86e00;
}

.agn-heat-3 {
  --agn-mark: #d55e00;
}

.agn-heat-4 {
  --agn-mark: #c22f2f;
}

.agn-letter-g {
  --agn-mark: #0072b2;
}

.agn-letter-p {
  --agn-mark: #d55e00;
}

.agn-letter-u {
  --agn-mark: #b8609a;
}

.agn-letter-c,
.agn-letter-none {
  --agn-mark: #888;
}

/* what lies over the view */

/* There is room for the keys also in a view that is low. */
.agn-report:has(> .agn-help) {
  min-height: 760px;
}

.agn-report:has(> .agn-menu) {
  min-height: 110px;
}

.agn-help,
.agn-menu {
  background: var(--agn-raised);
  border: 1px solid var(--agn-line);
  box-shadow: 0 2px 10px rgb(0 0 0 / 30%);
  display: flex;
  gap: 6px;
  left: 50%;
  max-height: 90%;
  overflow: auto;
  padding: 10px;
  position: absolute;
  top: 40px;
  transform: translateX(-50%);
  z-index: 10;
}

.agn-help th {
  padding-right: 12px;
  text-align: right;
}

@media (prefers-reduced-motion: no-preference) {
  .agn-back {
    transition: stroke-width 80ms;
  }
}

/* Where the reader chose the colours, pictures take them too, and what is selected is not told by a shade. */
@media (forced-colors: active) {
  :is(.agn-report, .agn-inspector) {
    --agn-text: CanvasText;
    --agn-soft: CanvasText;
    --agn-ground: Canvas;
    --agn-raised: Canvas;
    --agn-line: CanvasText;
    --agn-focus: Highlight;
  }

  .agn-row[aria-selected='true'],
  .agn-row[aria-selected='true'] > span {
    background: Highlight;
    color: HighlightText;
    forced-color-adjust: none;
  }

  .agn-key::before {
    forced-color-adjust: none;
  }
}
`,""]),s.d(t,{},{A:o})},4(e,t,s){var i=s(5),a=s.n(i),n=s(6),o=s.n(n),r=s(7),l=s.n(r),h=s(8),d=s.n(h),c=s(9),g=s.n(c),u=s(10),p=s.n(u),f=s(11),m={};m.styleTagTransform=p(),m.setAttributes=d(),m.insert=l().bind(null,"head"),m.domAPI=o(),m.insertStyleElement=g(),a()(f.A,m),f.A&&f.A.locals&&f.A.locals;var w=s(14),b={};b.styleTagTransform=p(),b.setAttributes=d(),b.insert=l().bind(null,"head"),b.domAPI=o(),b.insertStyleElement=g(),a()(w.A,b),w.A&&w.A.locals&&w.A.locals}}]);