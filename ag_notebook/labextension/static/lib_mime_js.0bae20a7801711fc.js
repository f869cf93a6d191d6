"use strict";(self.rspackChunkag_notebook=self.rspackChunkag_notebook||[]).push([["lib_mime_js"],{15(e,t,s){s.d(t,{},{Wd:"application/vnd.ag-notebook.view.v1+json",zi:function(e){return e&&"object"==typeof e&&1===e.version&&"string"==typeof e.id&&Array.isArray(e.sides)&&e.sides.length>0?e:null}})},24(e,t,s){var i=s(25);let n=null,a=new i.Signal({});function o(){a.emit()}s.d(t,{},{VD:function(){return n},jN:function(e){n=e,o()},oM:o,tD:a})},2(e,t,s){s.r(t),s.d(t,{ReportRenderer:()=>ev,STATE:()=>eb,default:()=>ex});var i=s(3);s(4);var n=s(15);class a{worker=null;waiting=new Map;count=0;layout(e){this.worker??=this.start();let t=++this.count;return new Promise((s,i)=>{let n=window.setTimeout(()=>this.end(Error("Its layout takes longer than 6 seconds. Close or enter some boxes.")),6e3);this.waiting.set(t,{done:s,failed:i,timer:n}),this.worker.postMessage({id:t,dot:e})})}start(){let e=new Worker(new URL(s.p+s.u("lib_layout_layout_worker_js"),s.b));return e.onmessage=({data:e})=>{let t=this.waiting.get(e.id);void 0!==t&&(this.waiting.delete(e.id),window.clearTimeout(t.timer),void 0===e.layout?t.failed(Error(e.problem??"Graphviz gave no layout.")):t.done(e.layout))},e.onerror=e=>this.end(Error(e.message||"The layout program could not be started.")),e}end(e){for(let{failed:t,timer:s}of(this.worker?.terminate(),this.worker=null,this.waiting.values()))window.clearTimeout(s),t(e);this.waiting.clear()}}let o=null,r=e=>(o??=new a).layout(e);var l=s(16);let h=["after","before","diff"];function d(e,t){for(let s=t;s>=0;s--){let t=e.passes[s]?.code;if(t)return t}return e.source.map(e=>({text:e.text,key:e.key,scaffold:!1}))}function c(e,t){let s=+(e.passes[0]?.name!=="source");return t+s?`${t+s} ${e.passes[t].name}`:"the source"}function u(e,t,s){for(let i=t+s;i>=0&&i<e.passes.length;i+=s)if(e.passes[i].changed)return i;return t}let p=["G","P","U"],g={G:"in the graph",P:"decided by Python while tracing",U:"unrolled"};class f{state;side;staged;asked;constructor(e,t,s){this.state=e,this.side=t,this.staged=s,this.asked=new Map(s.source.flatMap(e=>{var t;return(t=e.letter.charAt(0),p.some(e=>e===t))?[[e.key,e.letter.charAt(0)]]:[]}))}get count(){return this.asked.size}get answered(){return[...this.asked.keys()].filter(e=>null!==this.answer(e)).length}get right(){return[...this.asked].filter(([e,t])=>this.answer(e)===t).length}get revealed(){return this.state.revealed.includes(this.id)}get hidden(){return this.state.on&&this.count>0&&!this.revealed}asks(e){return null!==e&&this.asked.has(e)}answer(e){return this.state.answers[`${this.side}.${e}`]??null}verdict(e){return this.state.on&&this.revealed&&this.asks(e.key)?this.answer(e.key)===this.asked.get(e.key)?"right":"wrong":null}marked(e,t){let s={...this.state.answers};return delete s[`${this.side}.${e}`],{...this.state,answers:null===t?s:{...s,[`${this.side}.${e}`]:t}}}shown(){return{...this.state,revealed:[...this.state.revealed,this.id]}}again(){let e=new Set([...this.asked.keys()].map(e=>`${this.side}.${e}`));return{on:!0,answers:Object.fromEntries(Object.entries(this.state.answers).filter(([t])=>!e.has(t))),revealed:this.state.revealed.filter(e=>e!==this.id)}}get id(){return`${this.side}.${this.staged.source[0]?.key??0}`}}let m=["line","staged","operation","none"],w=["time","type","shape"],b=[...m,...w],v=["traced","optimized","compared"],x={version:1,side:0,function:0,key:null,box:null,open:null,path:[],code:null,rung:"traced",mode:"after",onlyChanged:!0,colour:"line",quiz:null};var y=s(17);let k={key:null,box:null};class ${listeners=[];before=[];now=k;get current(){return this.now}listen(e){this.listeners.push(e)}select(e,t=null){(e.key!==this.now.key||e.box!==this.now.box)&&(this.before.push(this.now),this.before.splice(0,this.before.length-50),this.tell(e,t))}back(){let e=this.before.pop();return void 0!==e&&(this.tell(e,null),!0)}tell(e,t){for(let s of(this.now=e,this.listeners))s(e,t)}}var N=s(18),D=s(19);let z={1:["class=carried","constraint=false"],2:["class=control"],3:["class=recursion","constraint=false",'label="rec"']};function M(e){return 1===e||3===e}function S(e){if(/^[\x20-\x7e]*$/.test(e))return e.length;let t=0;for(let s of e)t+=/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(s)?2:1;return t}function j(e){let t=["digraph {","graph [compound=true nodesep=0.25 ranksep=0.35 fontname=monospace fontsize=12 labeljust=l]"];return[...(0,D.GG)(e)].length>=120&&t.push("graph [splines=line nslimit=2 nslimit1=2 mclimit=0.3]"),t.push('node [shape=box fixedsize=true label=""]',"edge [arrowsize=0.7]"),function e(t,s){for(let i of s.boxes){let s="op"!==i.box.kind&&i.open;if(!i.open){t.push(C(i));continue}for(let n of(s||t.push(`subgraph "cluster_${i.id}" {`,'label=""',C(i)),i.frames))t.push(`subgraph "cluster_${n.id}" {`,`label="${"x".repeat(Math.min(S(n.title),60))}"`),e(t,n),t.push("}"),s||t.push(...(function(e){let t=new Set(e.arrows.filter(([,,e])=>!M(e)).map(([,e])=>e));return[...E(e)].map(e=>e.id).filter(e=>!t.has(e)).slice(0,3)})(n).map(e=>`"${i.id}" -> "${e}" [style=invis]`));s||t.push("}")}let i=new Map;for(let e of E(s))e.open&&i.set(e.id,e);for(let[e,n,a]of s.arrows){let s=z[a]??[],o=M(a)?void 0:i.get(e);if(void 0===o)t.push(`"${e}" -> "${n}" [${s.join(" ")}]`);else{let i=[`ltail="cluster_${e}"`,"minlen=2",...s].join(" ");t.push(`"${function e(t){let s=[1,t.id];for(let i of t.frames){let t=new Map;for(let[e,s]of i.arrows.filter(e=>!M(e[2])))t.set(s,[...t.get(s)??[],e]);let n=new Map;for(let a of E(i)){let i=Math.max(1,...(t.get(a.id)??[]).map(e=>n.get(e)??1)),[o,r]=e(a);n.set(a.id,i+o),i+o>s[0]&&(s=[i+o,r])}}return s}(o)[1]}" -> "${n}" [${i}]`)}}}(t,e),[...t,"}"].join("\n")}function C(e){let[t,s]=[Math.round(7.3*Math.max(S(e.title),S(e.detail),6)+(e.foldable?42:22)),Math.round(16*(e.detail?2:1)+10)];return`"${e.id}" [width=${(t/72).toFixed(3)} height=${(s/72).toFixed(3)}]`}function*E(e){for(let t of e.boxes)if(t.open&&"op"!==t.box.kind)for(let e of t.frames)yield*E(e);else yield t}var A=s(20),L=s(21);class q{scroller;list;rows=[];made=new Map;chosen=new Set;hits=new Set;waiting=!1;focused=0;constructor(e,t){this.scroller=e,this.list=(0,y.ND)("div",{class:"agn-rows",role:t}),e.append(this.list),e.addEventListener("scroll",()=>this.scrolled())}get length(){return this.rows.length}fill(e){this.rows=e,this.made.clear(),this.chosen=this.hits=new Set,this.focused=0,this.list.replaceChildren(),this.list.classList.toggle("agn-long",this.isLong),this.list.style.cssText=this.isLong?`height: ${18*e.length}px; min-width: ${e.reduce((e,t)=>Math.max(e,t.columns),0)+24}ch`:"",this.scroller.scrollTop=0,this.show()}choose(e){let t=this.chosen;this.chosen=e,this.dress([...t,...e])}mark(e){let t=this.hits;this.hits=e,this.dress([...t,...e])}rove(e){let t=this.focused;this.focused=e,this.show(),this.dress([t,e])}focus(){this.made.get(this.focused)?.focus({preventScroll:!0})}reveal(e){let[t,s]=[18*e,this.scroller.clientHeight],i=this.scroller.scrollTop;if(t<i)this.scroller.scrollTop=Math.max(t-18,0);else{if(!(t+18>i+s))return;this.scroller.scrollTop=t+36-s}this.show()}indexOf(e){for(let[t,s]of this.made)if(s.contains(e))return t;return -1}get isLong(){return this.rows.length>300}scrolled(){this.isLong&&!this.waiting&&(this.waiting=!0,requestAnimationFrame(()=>{this.waiting=!1,this.show()}))}show(){let[e,t]=[0,this.rows.length];if(this.isLong){let s=Math.floor(this.scroller.scrollTop/18);e=Math.max(s-20,0),t=Math.min(s+Math.ceil((this.scroller.clientHeight||400)/18)+20,this.rows.length)}let s=s=>s>=e&&s<t||s===this.focused;for(let[e,t]of this.made)s(e)||(t.remove(),this.made.delete(e));let i=[...Array(Math.max(t-e,0)).keys()].map(t=>t+e);this.focused<e?i.unshift(this.focused):this.focused>=t&&i.push(this.focused);let n=null;for(let e of i){let t=this.made.get(e);void 0===t&&e<this.rows.length&&(t=this.rows[e].made(),this.isLong&&(t.style.top=`${18*e}px`,t.setAttribute("aria-rowindex",String(e+1))),this.made.set(e,t),this.list.insertBefore(t,null===n?this.list.firstChild:n.nextSibling),this.dress([e])),n=t??n}}dress(e){for(let t of e){let e=this.made.get(t);void 0!==e&&(e.setAttribute("aria-selected",String(this.chosen.has(t))),e.setAttribute("tabindex",t===this.focused?"0":"-1"),e.classList.toggle("agn-hit",this.hits.has(t)))}}}class T{options;node;rows;keys=[];places=new Map;constructor(e){this.options=e,this.node=(0,y.ND)("div",{class:"agn-code",role:"grid","aria-label":e.label,click:e=>this.clicked(e),focusin:e=>this.entered(e)}),this.rows=new q(this.node,"rowgroup")}source(e,t=null){let s=t?.hidden??!1,i=!s&&e.some(e=>"number"==typeof e.seconds);this.fill(e.map(e=>{let n=s&&t.asks(e.key),a=n?t.answer(e.key)??"?":"",o=t?.verdict(e)??null,r="number"==typeof e.seconds?(0,A.T)(e.seconds):"",l=null!==t&&"wrong"===o?`you said ${t.answer(e.key)??"nothing"}`:"",h=[(0,L.$N)(e.letter),e.ops?`${e.ops} operations`:"",r,o??"",l],d="?"===a?["not marked yet"]:[`marked ${a}`],c=[`line ${e.number}`,...s?n?d:[]:h],u=null===o?e.letter:`${"right"===o?"✓":"✗"}${e.letter}`;return{key:e.key,colour:s?null:e.colour,label:[...c.filter(Boolean),e.text.trim()].join(", "),cells:[["agn-number",String(e.number)],["agn-letter",s?a:u],["agn-ops",e.ops&&!s?String(e.ops):""],...i?[["agn-time",r]]:[],["agn-text",e.text],["agn-remark",s?"":[l,...e.remarks].filter(Boolean).join(" \xb7 ")]],classes:[n?"agn-asked":"",null===o?"":`agn-${o}`].filter(Boolean)}}))}generated(e,t){let s=e.some(e=>e.sign),i=0;this.fill(e.map(e=>{i+=+("-"!==e.sign);let n={"+":"added","-":"removed","":""}[e.sign];return{key:e.key,colour:null===e.key?null:t.get(e.key)??null,label:[n,`generated line ${i}`,e.text.trim()].filter(Boolean).join(", "),cells:[["agn-number","-"===e.sign?"":String(i)],...s?[["agn-sign",e.sign]]:[],["agn-text",e.text]],classes:[e.scaffold?"agn-scaffold":"",n?`agn-${n}`:""].filter(Boolean)}}))}fill(e){this.keys=e.map(e=>e.key),this.places=new Map,this.keys.forEach((e,t)=>{if(null!==e){let s=this.places.get(e);void 0===s?this.places.set(e,[t]):s.push(t)}}),this.node.setAttribute("aria-rowcount",String(e.length)),this.rows.fill(e.map(G))}select(e,t){let s=(null===e?void 0:this.places.get(e))??[],[i]=s;void 0!==i&&t&&this.rows.reveal(i),this.rows.choose(new Set(s)),void 0!==i&&this.keys[this.rows.focused]!==e&&this.rows.rove(i)}mark(e){this.rows.mark(new Set([...e].flatMap(e=>this.places.get(e)??[])))}focus(){this.rows.focus()}move(e){let t=Math.min(Math.max(this.rows.focused+e,0),this.keys.length-1);t>=0&&(this.rows.reveal(t),this.rows.rove(t),this.rows.focus(),this.options.choose(this.keys[t]))}clicked(e){let t=this.rows.indexOf(e.target),s=this.keys[t];void 0!==s&&(this.rows.rove(t),this.rows.focus(),this.options.choose(s),null!==s&&e.target.closest(".agn-letter")&&this.options.letter?.(s))}entered(e){let t=this.rows.indexOf(e.target);t>=0&&t!==this.rows.focused&&this.rows.rove(t)}}function G(e){return{made:()=>(0,y.ND)("div",{class:["agn-row",...(0,L.WE)(e.colour),...e.classes].join(" "),role:"row","aria-label":e.label},...e.cells.map(([e,t])=>(0,y.ND)("span",{class:e,role:"gridcell"},t))),columns:e.cells.reduce((e,[,t])=>e+S(t),0)}}var P=s(22);let W=[["j","next line","next line"],["k","previous line","previous line"],["ArrowDown","down","next line; in the graph, along the arrows"],["ArrowUp","up","previous line; in the graph, against the arrows"],["ArrowLeft","left","in the graph, the box before"],["ArrowRight","right","in the graph, the next box"],["Enter","counterpart","from a line to its operations, and back"],["Backspace","back","what was selected before"],["[","previous pass","the pass before that changed something"],["]","next pass","the next pass that changed something"],["e","enter","show the graphs inside of a box alone, or leave them"],["f","fold","open or close a box"],["Shift+Enter","fold","open or close a box"],["c","colour","colour by line, by what was staged, by kind of operation"],["o","overlay","colour by time, type or shape, as far as they are known"],["/","search","search"],["n","next hit","next hit"],["N","previous hit","hit before"],["0","fit","fit the graph"],["+","larger","larger"],["-","smaller","smaller"],["x","export","save as a file"],["g","mark G","in a quiz: the line is in the graph"],["p","mark P","in a quiz: Python decides it while tracing"],["u","mark U","in a quiz: the line is unrolled"],["?","help","these keys"],["Escape","leave","leave the view"]];class O{home;say;before=null;constructor(e,t){this.home=e,this.say=t}help(){let e=W.map(([e,,t])=>(0,y.ND)("tr",{},(0,y.ND)("th",{scope:"row"},(0,y.ND)("kbd",{},e.replace("Arrow","").replace("+E"," + E"))),(0,y.ND)("td",{},t))),t=(0,y.ND)("div",{class:"agn-help",role:"dialog","aria-label":"Keys",tabindex:-1},(0,y.ND)("table",{},...e));this.open(t,t)}exports(e,t){let s=(0,y.ND)("div",{class:"agn-menu",role:"dialog","aria-label":"Save as a file",tabindex:-1});for(let{label:t,file:i,save:n}of e)s.append((0,y.x6)(t,`Save ${i}`,async()=>{this.close();try{await n(),this.say(`${i} saved`)}catch(e){this.notice(`${i} could not be saved. ${e.message}`)}}));t&&s.append((0,y.ND)("span",{class:"agn-missing"},t)),this.open(s,s.querySelector("button")??s)}notice(e){let t=(0,y.ND)("div",{class:"agn-menu",role:"alertdialog","aria-label":"Message",tabindex:-1},e);t.append((0,y.x6)("OK","Close this message",()=>this.close())),this.open(t,t.querySelector("button"))}close(){let e=this.home.querySelector(".agn-help, .agn-menu");return e?.remove(),e&&(null!==this.before&&this.home.contains(this.before)?this.before:this.home).focus(),null!==e}open(e,t){let s=document.activeElement;this.close()||(this.before=s),this.home.append(e),t.focus()}}class B{options;bar=(0,y.ND)("div",{class:"agn-passes",role:"toolbar","aria-label":"Passes of the conversion"});code;staged=null;choice={code:null,mode:"after",onlyChanged:!0};hidden=!1;key=null;constructor(e){this.options=e,this.code=new T({label:"Generated code",choose:e.choose})}show(e,t,s,i){this.staged=e,this.choice=t,this.hidden=s,this.key=i,this.draw()}select(e,t){this.key=e,this.code.select(e,t)}step(e){if(this.staged?.passes.length){let t=this.pass??this.staged.passes.length,s=u(this.staged,t,e);s!==t?this.choose(`pass ${s}`):e>0&&!this.first&&this.choose(null)}}get first(){let e=this.staged;return e.generated.length||!(e.passes.length||this.programs.length)?"":e.passes.length?`pass ${u(e,0,1)}`:"program 0"}get chosen(){return this.choice.code??this.first}get mode(){return null===this.choice.code?"diff":this.choice.mode}get pass(){let e=Number(/^pass (\d+)$/.exec(this.chosen)?.[1]??0/0);return e<this.staged.passes.length?e:null}get programs(){return this.hidden?[]:this.staged.compiled}lines(){let e=this.staged,t=this.programs[Number(/^program (\d+)$/.exec(this.chosen)?.[1]??0/0)];if(null!==this.pass){var s,i;let t,n;return s=this.pass,i=this.mode,t=d(e,s-1),n=d(e,s),"diff"!==i?("after"===i?n:t).map(e=>({...e,sign:""})):(0,l.E)(t,n,{comparator:(e,t)=>e.text===t.text}).flatMap(e=>e.value.map(t=>({...t,sign:e.added?"+":e.removed?"-":""})))}return(t?.lines??e.generated).map(e=>({...e,sign:""}))}draw(){var e;let t=this.staged,s=new Map(t.source.map(e=>[e.key,this.hidden?null:e.colour]));this.code.generated(this.lines(),s),this.code.select(this.key,!0);let i=(e=this.choice.onlyChanged,t.passes.flatMap((t,s)=>t.changed||!e?[s]:[])).map(e=>[`pass ${e}`,`${c(t,e)}${t.passes[e].changed?"":" (no change)"}`]),n=this.programs.map((e,t)=>[`program ${t}`,e.name]),a=this.first?[]:[["","the code that ran"]],o=(0,y.ND)("input",{type:"checkbox",checked:this.choice.onlyChanged});o.addEventListener("change",()=>this.change({onlyChanged:o.checked}));let r=(0,y.yx)("What is shown of a pass",h.map(e=>[e,e]),this.mode,e=>this.change({code:this.chosen,mode:e}));r.disabled=null===this.pass;let l=null===this.pass?"":t.passes[this.pass].summary;this.bar.replaceChildren((0,y.yx)("Code",[...a,...i,...n],this.chosen,e=>this.choose(e||null)),...t.passes.length?[r,(0,y.ND)("label",{},o," only changed")]:[],(0,y.ND)("span",{class:"agn-summary"},l))}choose(e){this.change(null===this.choice.code&&this.first?{code:e,mode:"diff"}:{code:e});let t=this.programs[Number(/^program (\d+)$/.exec(e??"")?.[1]??0/0)],s=null===this.pass?null:`pass ${c(this.staged,this.pass)}`;this.options.say(s??t?.name??"the code that ran")}change(e){this.choice={...this.choice,...e},this.options.keep(e),this.draw()}}var F=s(23);class U{canvas;view={x:0,y:0,scale:1};size={width:0,height:0};content=null;constructor(e){this.canvas=e,e.addEventListener("wheel",e=>this.wheeled(e),{passive:!1}),e.addEventListener("pointerdown",e=>this.dragged(e))}look(e,t,s){this.content=e,this.size={width:t,height:s},this.move()}fit(){this.show(.05)}begin(){this.show(.85)}scale(e,t=this.canvas.clientWidth/2,s=this.canvas.clientHeight/2){let i=Math.min(Math.max(this.view.scale*e,.05),4),n=i/this.view.scale;this.view={scale:i,x:t-(t-this.view.x)*n,y:s-(s-this.view.y)*n},this.move()}original(){this.scale(1/this.view.scale)}centre(e){let{scale:t}=this.view;this.view.x=this.canvas.clientWidth/2-(e.left+e.width/2)*t,this.view.y=this.canvas.clientHeight/2-(e.top+e.height/2)*t,this.move()}keepInSight(e){let{scale:t,x:s,y:i}=this.view,[n,a]=[e.left*t+s,e.top*t+i];n>=0&&a>=0&&n+e.width*t<=this.canvas.clientWidth&&a+e.height*t<=this.canvas.clientHeight||this.centre(e)}show(e){let{width:t,height:s}=this.size,[i,n]=[this.canvas.clientWidth||480,this.canvas.clientHeight||320],a=Math.max(Math.min(i/(t+16),n/(s+24),1),e);this.view={scale:a,x:Math.max((i-t*a)/2,8),y:16*Math.min(a,1)},this.move()}move(){let{x:e,y:t,scale:s}=this.view;this.content?.setAttribute("transform",`translate(${e.toFixed(1)} ${t.toFixed(1)}) scale(${s.toFixed(4)})`)}wheeled(e){if(null===this.content||!e.ctrlKey&&!e.metaKey)return;e.preventDefault();let t=this.canvas.getBoundingClientRect();this.scale(Math.exp(-e.deltaY/400),e.clientX-t.left,e.clientY-t.top)}dragged(e){if(null===this.content||0!==e.button)return;let t={...this.view},s=s=>{this.view.x=t.x+s.clientX-e.clientX,this.view.y=t.y+s.clientY-e.clientY,this.move()},i=()=>{window.removeEventListener("pointermove",s),window.removeEventListener("pointerup",i)};window.addEventListener("pointermove",s),window.addEventListener("pointerup",i)}}function J(e){return[e.box.op&&e.box.op!==e.title?`${e.title} (${e.box.op})`:e.title,e.detail,(0,F.d)(e.box)||(0,F.N)(e)].filter(Boolean).join(", ")}function I(e){return{x:_(e.left),y:_(e.top),width:_(e.width),height:_(e.height)}}function _(e){return Math.round(10*e)/10}class R{node=(0,y.ND)("div",{class:"agn-code agn-outline",role:"tree","aria-label":"Graph"});rows=new q(this.node,"none");order=[];places=new Map;keys=new Map;show(e,t){let s=[...(0,D.GG)(e)];this.order=s.map(([e])=>e),this.places=new Map(this.order.map((e,t)=>[e.id,t])),this.keys=new Map,this.order.forEach(({box:e},t)=>{if(null!==e.key){let s=this.keys.get(e.key);void 0===s?this.keys.set(e.key,[t]):s.push(t)}}),this.rows.fill(s.map(([e,s])=>({made:()=>{var i,n,a;let o;return i=e,n=s,a=t,o=i.foldable?i.open?"−":"+":"",(0,y.ND)("div",{class:["agn-row","agn-item",...a.classes(i.box)].join(" "),role:"treeitem","data-box":i.id,"aria-label":J(i),"aria-level":n+1,"aria-expanded":i.foldable?String(i.open):null},(0,y.ND)("span",{class:"agn-fold",style:`margin-left: ${2*n}ch`},o),(0,y.ND)("span",{class:"agn-change"},i.box.change??""),(0,y.ND)("b",{},i.title),(0,y.ND)("span",{class:"agn-remark"},[i.detail,a.badge(i.box)].filter(Boolean).join(" \xb7 ")))},columns:2*s+S(e.title)+S(e.detail)+8})))}select(e,t,s){let i=null===t?void 0:this.places.get(t),n=(null===e?void 0:this.keys.get(e))??[],a=i??n[0];void 0!==a&&(s&&this.rows.reveal(a),this.rows.rove(a)),this.rows.choose(new Set(void 0===i?n:[i,...n]))}mark(e){this.rows.mark(new Set([...e].flatMap(e=>this.places.get(e)??[])))}get focused(){return this.order[this.rows.focused]}focus(){this.rows.focus()}move(e){let t=Math.min(Math.max(this.rows.focused+e,0),this.order.length-1);return this.rows.reveal(t),this.rows.rove(t),this.rows.focus(),this.focused}at(e){return this.order[this.rows.indexOf(e)]}}let H=[1/16,1/8,.25,.5,1],V={G:["g","in the graph"],P:["p","decided by Python"],U:["u","unrolled"],C:["c","called as is"]},K=["agn-unmarked"];function Q(e){let t=null===e.graph?[]:(0,D.fU)(e.graph),s={time:t.some(e=>"number"==typeof e.seconds),type:t.some(e=>e.types?.length),shape:t.some(e=>e.types?.length)};return[...m,...w.filter(e=>s[e])]}function X(e,t,s){let i=e=>null===e.key?void 0:s.get(e.key),n={badge:()=>"",legend:[]};switch(e){case"line":return{...n,classes:e=>(0,L.WE)(i(e)?.colour??null)};case"staged":return{...n,classes:e=>[`agn-letter-${V[i(e)?.letter.charAt(0)??""]?.[0]??"none"}`],legend:Object.values(V).map(([e,t])=>({classes:[`agn-letter-${e}`],words:t}))};case"operation":return Z(t,e=>e.op??"");case"type":return Z(t,e=>Y(e)[0]);case"shape":return Z(t,e=>Y(e)[1]);case"time":var a;let o;return{classes:e=>{let t;return"number"==typeof e.seconds?[`agn-heat-${(t=e.seconds,H.findIndex(e=>t<=o*e))}`]:K},badge:e=>"number"==typeof e.seconds?(0,A.T)(e.seconds):"",legend:(o=(null===(a=t)?[]:(0,D.fU)(a)).reduce((e,t)=>Math.max(e,t.seconds??0),0))?H.map((e,t)=>({classes:[`agn-heat-${t}`],words:`to ${(0,A.T)(o*e)}`})):[]};case"none":return{...n,classes:()=>K}}}function Y(e){let[,t="",s=""]=/^([^[]*)(.*)$/.exec(e.types?.[0]??"")??[];return[t.trim(),s.trim()]}function Z(e,t){let s=new Map;for(let i of null===e?[]:(0,D.fU)(e)){let e="op"===i.kind?t(i):"";e&&s.set(e,(s.get(e)??0)+1)}let i=[...s].sort((e,t)=>t[1]-e[1]).map(([e])=>e),n=new Map(i.map((e,t)=>[e,Math.min(t,7)]));return{classes:e=>{let s="op"===e.kind?n.get(t(e)):void 0;return void 0===s?K:[`agn-colour-${s}`]},badge:()=>"",legend:i.slice(0,8).map((e,t)=>({classes:[`agn-colour-${t}`],words:7===t&&i.length>8?`${i.length-t} others`:e}))}}class ee{options;node;crumbs=(0,y.ND)("div",{class:"agn-crumbs"});canvas=(0,y.ND)("div",{class:"agn-canvas"});outline=new R;status=(0,y.ND)("div",{class:"agn-status",role:"status"});legend=(0,y.ND)("div",{class:"agn-colours"});camera=new U(this.canvas);frame=null;open=new Set;chosenOpen=!1;path=[];seen=null;placed=null;picture=null;focused=null;lines=new Map;colour="line";paint=X("line",null,new Map);compared=!1;selected={key:null,box:null};hits=new Set;turn=0;ready=Promise.resolve();constructor(e){this.options=e;let t=(0,y.ND)("div",{class:"agn-tools"},(0,y.x6)("−","Smaller",()=>this.camera.scale(.8)),(0,y.x6)("1:1","Original size",()=>this.camera.original()),(0,y.x6)("+","Larger",()=>this.camera.scale(1.25)),(0,y.x6)("fit","Fit the graph into the pane",()=>this.fit())),s=(0,y.ND)("div",{class:"agn-bar"},this.crumbs,t);for(let e of(this.node=(0,y.ND)("div",{class:"agn-graph"},s,this.canvas,this.outline.node,this.status,this.legend),this.outline.node.hidden=!0,[this.canvas,this.outline.node]))e.addEventListener("click",e=>this.clicked(e)),e.addEventListener("dblclick",e=>this.doubleClicked(e))}show(e,t,s,i,n=!1){this.frame=e,this.lines=t,this.compared=n,this.chosenOpen=null!==s;let a=new Set(null===e||!i.length?[]:[...(0,D.Ld)(e)].map(([e])=>(0,D.td)(e)));return this.path=i.filter(e=>a.has(e)),this.open=null===e?new Set:null===s?(0,D.BI)(this.root()):new Set(s),this.paint=X(this.colour,e,t),this.draw(!0)}hide(e){this.turn+=1,this.frame=null,this.path=[],this.showCrumbs(),this.clear(e)}colourBy(e){this.colour=e,this.paint=X(e,this.frame,this.lines),this.isList&&this.list(),this.dress()}select(e,t,s=!1){if(this.selected={key:e,box:t},this.isList)return void this.outline.select(e,t,s);this.dress();let i=t??this.order.find(t=>t.box.key===e&&null!==e)?.id;void 0!==i&&this.picture?.boxes.has(i)&&(this.focused=i,this.rove())}mark(e){this.hits=e,this.outline.mark(e),this.dress()}async reveal(e,t=[]){let s=t.filter(e=>!this.open.has(e)&&!this.path.includes(e));(s.length||this.path.length&&!this.order.some(t=>t.id===e))&&(this.path=[],s.forEach(e=>this.open.add(e)),this.chosenOpen=!0,this.tell(),await this.draw(!1));let i=this.placed?.boxes.get(e);this.isList?this.outline.select(null,e,!0):void 0!==i&&this.camera.centre(i)}focus(){this.isList?this.outline.focus():this.picture?.boxes.get(this.focused??this.order[0]?.id??"")?.focus()}fold(){let e=this.current();e?.foldable&&this.toggle(e.id)}enter(){let e=this.current();e?.foldable&&this.path.at(-1)!==e.id?this.go([...this.path,e.id]):this.leave()}leave(){this.path.length&&this.go(this.path.slice(0,-1))}move(e){if(this.isList){this.outline.move("down"===e||"right"===e?1:-1),this.chooseFocused();return}let t=this.order.findIndex(e=>e.id===this.focused),s=this.order[Math.max(t,0)]?.id;if(t>=0&&("up"===e||"down"===e)?s=(null===this.placed?void 0:function(e,t,s){let i,n=e.boxes.get(t);if(void 0===n)return;let a=e=>"down"===s?e.top>n.top:e.top<n.top;for(let{source:i,target:n}of e.curves){let[o,r]="down"===s?[i,n]:[n,i],l=e.boxes.get(r);if(o===t&&void 0!==l&&a(l))return r}for(let[s,o]of e.boxes)if(s!==t&&a(o)){let e=Math.abs(o.top-n.top)+Math.abs(o.left-n.left)/4;i=void 0===i||e<i[0]?[e,s]:i}return i?.[1]}(this.placed,this.order[t].id,e))??s:t>=0&&(s=this.order[(t+("right"===e?1:this.order.length-1))%this.order.length]?.id),void 0!==s){this.focused=s,this.rove(),this.picture?.boxes.get(s)?.focus(),this.chooseFocused();let e=this.placed?.boxes.get(s);void 0!==e&&this.camera.keepInSight(e)}}chooseFocused(){let e=this.current();void 0!==e&&this.options.choose(e.box.key,e.id)}fit(){this.camera.fit()}begin(){this.camera.begin()}zoom(e){this.camera.scale(e)}dot(){return null===this.seen?"":j(this.seen)}svgText(){if(null===this.picture||null===this.placed)return"";let e=this.picture.node.cloneNode(!0),[t,s]=[this.picture.node.querySelectorAll("*"),e.querySelectorAll("*")];return t.forEach((e,t)=>{let i=getComputedStyle(e);for(let e of et)s[t].style.setProperty(e,i.getPropertyValue(e))}),e.querySelector("g")?.removeAttribute("transform"),e.setAttribute("viewBox",`0 -16 ${this.placed.width} ${this.placed.height+16}`),e.setAttribute("width",String(this.placed.width)),e.setAttribute("height",String(this.placed.height+16)),new XMLSerializer().serializeToString(e)}get ground(){return getComputedStyle(this.canvas).backgroundColor}get isList(){return!this.outline.node.hidden}get order(){return this.isList?this.outline.order:this.picture?.order??[]}root(){return(0,D.Un)(this.frame,this.path)}current(){return this.isList?this.outline.focused:this.order.find(e=>e.id===this.focused)}toggle(e){this.open.delete(e)||this.open.add(e),this.chosenOpen=!0,this.tell(),this.draw(!1)}go(e){for(let t of(this.path=e,this.root().boxes)){let e=t.id?null:(0,D.td)(t);null!==e&&this.open.add(e)}this.tell(),this.draw(!0)}tell(){this.options.changed(this.chosenOpen?[...this.open]:null,this.path)}draw(e){let t=++this.turn;return this.ready=this.drawNow(t,e),this.ready}async drawNow(e,t){if(this.showCrumbs(),null===this.frame)return void this.clear("There is no graph: nothing was staged.");let s=this.node.contains(document.activeElement);if(await (0,y.v7)(),e!==this.turn)return;let i=(0,D.SP)(this.root(),this.open),n=[...(0,D.GG)(i)].length,a=null,o=`A list, because ${n} boxes are too many for a picture (300 at most). Close or enter some.`;if(n<=300){this.status.textContent="Laying out …";try{a=await this.options.engine(j(i))}catch(e){o=`A list, because the graph could not be laid out. ${e.message}`}if(e!==this.turn)return}this.seen=i,this.placed=a,this.outline.node.hidden=null!==a,this.canvas.hidden=null===a,null===a?(this.picture=null,this.camera.look(null,0,0),this.canvas.replaceChildren(),this.list(),this.status.textContent=o):this.build(i,a,t),s&&!this.node.contains(document.activeElement)&&this.focus()}build(e,t,s){this.picture=function(e,t){let s=(0,y.JW)("g",{role:"none"});for(let[e,i]of t.frames)s.append((0,y.JW)("rect",{class:"agn-cluster","data-frame":e,...I(i),rx:6}));for(let e of t.curves){let[t,...i]=e.points;if(void 0===t)continue;let n=`M${t.map(_).join(",")}C${i.map(e=>e.map(_).join(",")).join(" ")}`;s.append((0,y.JW)("path",{class:`agn-arrow agn-${e.kind||"plain"}`,d:n})),null!==e.tip&&s.append((0,y.JW)("polygon",{class:"agn-tip",points:function([e,t],[s,i]){let n=Math.atan2(t-i,e-s);return[[e,t],...[.45,-.45].map(s=>[e-7*Math.cos(n+s),t-7*Math.sin(n+s)])].map(e=>e.map(e=>_(e)).join(",")).join(" ")}(e.tip,e.points.at(-1))})),null!==e.word&&s.append((0,y.JW)("text",{class:"agn-title",x:e.word[0]-10,y:e.word[1]+4},"rec"))}!function e(t,s,i){for(let n of s.boxes)for(let s of n.frames){let n=i.frames.get(s.id);void 0!==n&&s.title&&t.append((0,y.JW)("text",{class:"agn-title",x:n.left+8,y:n.top+15},s.title)),e(t,s,i)}}(s,e,t);let i=new Map,n=[];for(let[a,o]of(0,D.GG)(e)){let e=t.boxes.get(a.id);if(void 0!==e){let t=function(e,t,s){let i=t.left+t.width/2,n=(0,y.JW)("g",{role:"treeitem","data-box":e.id,"aria-label":J(e),"aria-level":s+1,"aria-expanded":e.foldable?String(e.open):null});if(n.append((0,y.JW)("rect",{class:"agn-back",...I(t),rx:5})),n.append((0,y.JW)("rect",{class:"agn-edge",x:t.left,y:t.top,width:6,height:t.height})),e.foldable){let s={x:t.left+t.width-12,y:t.top+14};n.append((0,y.JW)("text",{class:"agn-fold",...s},e.open?"−":"+"))}let a=t.top+(e.detail?16:t.height/2+4);return n.append((0,y.JW)("text",{class:"agn-name",x:i,y:a},e.title)),e.detail&&n.append((0,y.JW)("text",{class:"agn-detail",x:i,y:a+16},e.detail)),n.append((0,y.JW)("text",{class:"agn-badge",x:t.left+t.width,y:t.top-3})),n.append((0,y.JW)("title",{},[e.box.op,e.box.name].filter(Boolean).join(" ")||e.title)),n}(a,e,o);i.set(a.id,t),n.push(a),s.append(t)}}return{node:(0,y.JW)("svg",{class:"agn-picture",role:"tree","aria-label":"Graph"},s),content:s,boxes:i,order:n}}(e,t),this.canvas.replaceChildren(this.picture.node),this.camera.look(this.picture.content,t.width,t.height),this.status.textContent="",null!==this.focused&&this.picture.boxes.has(this.focused)||(this.focused=this.order[0]?.id??null),this.rove(),this.dress(),s&&this.camera.begin()}list(){null!==this.seen&&(this.outline.show(this.seen,this.paint),this.outline.select(this.selected.key,this.selected.box,!0),this.outline.mark(this.hits),this.showLegend())}clear(e){this.seen=this.placed=this.picture=null,this.camera.look(null,0,0),this.canvas.replaceChildren(),this.canvas.hidden=this.outline.node.hidden=!0,this.legend.replaceChildren(),this.status.textContent=e}showCrumbs(){let e=new Map;if(null!==this.frame&&this.path.length)for(let[t]of(0,D.Ld)(this.frame)){let s=(0,D.td)(t);null!==s&&this.path.includes(s)&&e.set(s,t.title)}let t=["graph",...this.path.map(t=>e.get(t)??t)],s=t.map((e,s)=>s===t.length-1?(0,y.ND)("span",{"aria-current":"true"},e):(0,y.ND)("button",{type:"button",class:"agn-crumb",click:()=>this.go(this.path.slice(0,s))},e));this.crumbs.replaceChildren(...s.flatMap((e,t)=>t?[" › ",e]:[e]))}showLegend(){let e=this.compared?["+ added","- removed","~ changed"]:[];this.legend.replaceChildren(...e.map(e=>(0,y.ND)("span",{},e)),...this.paint.legend.map(({classes:e,words:t})=>(0,y.ND)("span",{class:["agn-key",...e].join(" ")},t)))}rove(){for(let[e,t]of this.picture?.boxes??[])t.setAttribute("tabindex",e===this.focused?"0":"-1")}dress(){if(null!==this.picture)for(let e of(this.showLegend(),this.picture.order)){let t=this.picture.boxes.get(e.id),s=this.selected.box===e.id,i=null!==this.selected.key&&this.selected.key===e.box.key,n=this.compared?e.box.change:void 0,a=["agn-box",`agn-kind-${e.box.kind}`,...this.paint.classes(e.box)];a.push(...Object.entries({"agn-selected":i,"agn-chosen":s,"agn-hit":this.hits.has(e.id)}).flatMap(([e,t])=>t?[e]:[])),void 0!==n&&a.push({"+":"agn-is-added","-":"agn-is-removed","~":"agn-is-changed"}[n]),t.setAttribute("class",a.join(" ")),t.setAttribute("aria-selected",String(s||i));let o=this.compared?(0,F.N)(e):"",r=[n?.replace("-","−")??o,this.paint.badge(e.box)].filter(Boolean).join(" ");t.querySelector(".agn-badge").textContent=r}}at(e){if(this.isList)return this.outline.at(e.target);let t=e.target.closest(".agn-box")?.dataset.box;return this.order.find(e=>e.id===t)}clicked(e){let t=this.at(e);void 0!==t&&(this.focused=t.id,this.isList?this.outline.select(t.box.key,t.id,!1):this.rove(),this.focus(),e.target.closest(".agn-fold")&&t.foldable?this.toggle(t.id):this.options.choose(t.box.key,t.id))}doubleClicked(e){let t=this.at(e);t?.foldable&&(this.focused=t.id,this.enter())}}let et=["fill","stroke","stroke-width","stroke-dasharray","font-family","font-size","font-weight","text-anchor"];var es=s(24);let[ei,en]=[220,40];function ea(e,t){return e.samples.flatMap(e=>null!==e[t]&&Number.isFinite(e[t])?[e[t]]:[])}function eo(e){return String(Number(e.toPrecision(6)))}class er{options;node=(0,y.ND)("div",{class:"agn-quiz",role:"region","aria-label":"Quiz",hidden:!0});count=(0,y.ND)("b",{});marks;reveal;constructor(e){this.options=e;let t=t=>(0,y.x6)(`${t} ${g[t]}`,`The selected line: ${g[t]} (key ${t.toLowerCase()})`,()=>e.mark(t));this.marks={G:t("G"),P:t("P"),U:t("U")},this.reveal=(0,y.x6)("reveal","Show what became of the lines",e.reveal)}show(e,t,s){if(this.node.hidden=!t,!t)return;let i=(0,y.x6)("close the quiz","Show everything, and ask no more",this.options.stop);if(e.count)if(e.revealed)this.count.textContent=`${e.right} of ${e.count} right.`,this.fill(this.count,(0,y.x6)("again","Take the answers back, and ask again",this.options.again),i);else{for(let t of(this.count.textContent=`${e.answered} of ${e.count} marked.`,p))this.marks[t].disabled=!e.asks(s),this.marks[t].setAttribute("aria-pressed",String(null!==s&&e.answer(s)===t));this.reveal.disabled=e.answered<e.count;let t=(0,y.ND)("span",{},"What becomes of each line with a “?”? Choose a line, then G, P or U.");this.fill(t,...p.map(e=>this.marks[e]),this.count,this.reveal,i)}else this.count.textContent="Nothing to predict: nothing was decided at a line of this function.",this.fill(this.count,i)}fill(...e){(e.length!==this.node.children.length||e.slice(0,-1).some(e=>e.parentNode!==this.node))&&this.node.replaceChildren(...e)}}class el extends Error{}let eh=/^[GU]/;class ed{changed;input=(0,y.ND)("input",{class:"agn-search",type:"search",placeholder:"Search: while, /a.b/, op:If, line:7, staged:no","aria-label":"Search"});found=(0,y.ND)("span",{class:"agn-found",role:"status"});hits=[];at=-1;what=null;constructor(e,t){this.changed=e,this.input.addEventListener("input",()=>this.search()),this.input.addEventListener("keydown",e=>{"Enter"===e.key&&t(e.shiftKey?-1:1)})}in(e,t,s){this.what=[e,t,s],this.search()}next(e){return this.hits.length?(this.at=(this.at+e+this.hits.length)%this.hits.length,this.found.textContent=`${this.at+1}/${this.hits.length}`,this.hits[this.at]):null}search(){if(this.hits=[],this.at=-1,this.input.removeAttribute("aria-invalid"),null!==this.what){let[e,t,s]=this.what;try{let i=function(e){let t={words:[],op:null,line:null,staged:null};for(let[s]of e.matchAll(/\/(?:[^/\\]|\\.)+\/|\S+/g)){let[,e,i]=/^(op|line|staged):(.*)$/.exec(s)??[];if("op"===e)t.op=i.toLowerCase();else if("line"===e){if(!/^\d+$/.test(i))throw new el(`line:${i} is no line: write a number, as in line:7.`);t.line=Number(i)}else if("staged"===e){if(!["yes","no"].includes(i))throw new el(`staged:${i} is neither staged:yes nor staged:no.`);t.staged="yes"===i}else t.words.push(function(e){let t=/^\/(.+)\/$/.exec(e)?.[1];if(void 0===t){let t=e.toLowerCase();return e=>e.toLowerCase().includes(t)}try{let e=RegExp(t,"iu");return t=>e.test(t)}catch(e){throw new el(`/${t}/ is no regular expression: ${e.message}.`)}}(s))}return t}(this.input.value);if(s&&(null!==i.staged||null!==i.op))throw new el("op: and staged: would give the quiz away: reveal it first.");this.hits=function(e,t,s){if(!e.words.length&&null===e.op&&null===e.line&&null===e.staged)return[];let i=new Map(t.source.map(e=>[e.key,e.number])),n=new Map(t.source.map(e=>[e.key,e.letter])),a=t=>(null===e.line||null!==t&&i.get(t)===e.line)&&(null===e.staged||null!==t&&eh.test(n.get(t)??"")===e.staged),o=t=>e.words.every(e=>e(t)),r=[];if(null===e.op){for(let e of t.source)a(e.key)&&o(e.text)&&r.push({key:e.key,box:null,above:[],where:"source"});if(e.words.length)for(let e of t.generated)a(e.key)&&o(e.text)&&r.push({key:e.key,box:null,above:[],where:"generated"})}if(null!==s&&(null!==e.op||e.words.length))for(let[t,i]of(0,D.Ld)(s)){let s=null===e.op||(t.op??"").toLowerCase().includes(e.op);t.id&&s&&a(t.key)&&o(`${t.title} ${t.detail} ${t.op??""} ${t.name??""}`)&&r.push({key:t.key,box:t.id,above:i,where:"graph"})}return r}(i,e,s?null:t),this.found.textContent=this.input.value.trim()?`${this.hits.length} found`:""}catch(e){if(!(e instanceof el))throw e;this.input.setAttribute("aria-invalid","true"),this.found.textContent=e.message}}this.changed()}}let ec=["source","generated","graph"],eu={line:"line",staged:"staged or Python",operation:"kind of operation",none:"nothing",time:"time",type:"type",shape:"shape"},ep={traced:"as traced",optimized:"optimized",compared:"what the optimizer changed"},eg={on:!1,answers:{},revealed:[]};class ef{report;kept;html;node;graph;source;generated;selection=new $;search;dialogs;quizBar;said=(0,y.ND)("div",{class:"agn-said",role:"status","aria-live":"polite"});about=ew("details","Details");traces=ew("traces","Traces");probes=ew("probes","Probes");panes;legend=(0,y.ND)("div",{class:"agn-legend"});rungs=(0,y.ND)("div",{class:"agn-rungs"});tabs=(0,y.ND)("div",{class:"agn-tabs",role:"tablist","aria-label":"Panes"});colours=(0,y.ND)("span",{});state;staged=null;quiz=null;constructor(e,t,s={...x},i=()=>void 0,n=null){this.report=e,this.kept=i,this.html=n,this.state=s;let a=e=>t=>this.selection.select({key:t,box:null},e);this.source=new T({label:"Source",choose:e=>a(this.source)(e),letter:e=>this.cycle(e)}),this.generated=new B({choose:e=>a(this.generated)(e),keep:e=>this.keep(e),say:e=>this.say(e)}),this.graph=new ee({engine:t,choose:(e,t)=>this.selection.select({key:e,box:t},this.graph),changed:(e,t)=>this.keep({open:e,path:t})}),this.search=new ed(()=>this.remark(),e=>void this.nextHit(e)),this.quizBar=new er({mark:e=>this.mark(e),reveal:()=>this.reveal(),again:()=>this.setQuiz(this.quiz.again()),stop:()=>this.setQuiz({...this.quizState,on:!1})}),this.panes={source:em("source","Source",this.source.node),generated:em("generated","Generated",this.generated.bar,this.generated.code.node),graph:em("graph","Graph",this.rungs,this.graph.node)},this.selection.listen((e,t)=>this.selected(e.key,e.box,t)),this.node=(0,y.ND)("div",{class:"agn-report",id:e.id,role:"region","aria-label":e.title,tabindex:-1},this.head(),(0,y.ND)("div",{class:"agn-sides"},...e.sides.map(t=>{var s,i;let n;return s=e.sides.length>1,i=e=>a(null)(e),n=t.notes.map(e=>(0,y.ND)("div",{class:`agn-note agn-${e.level}`},(0,y.ND)("b",{},`${e.code} ${e.level}`)," ",...e.places.map(e=>null===e.key?(0,y.ND)("span",{},`${e.text} `):(0,y.ND)("button",{type:"button",class:"agn-link",click:()=>i(e.key)},e.text)),e.more?` and ${e.more} more`:"",` ${e.message}`,e.fix?(0,y.ND)("div",{},e.fix):null)),(0,y.ND)("div",{class:"agn-side"},s?(0,y.ND)("b",{},t.backend):null,function(e){if(null===e.run)return null;let{call:t,value:s,time:i}=e.run,n=s.includes("\n")||s.length>200;return(0,y.ND)("div",{class:"agn-run"},(0,y.ND)("code",{},t),s&&!n?" = ":"",s?(0,y.ND)(n?"pre":"b",{},s):null,` ${i}`)}(t),...n)})),...function(e){let t=[];if(null!==e.checks){let s=e.checks.list.some(e=>"different"===e.state),i=e.checks.list.map(e=>(0,y.ND)("tr",{},(0,y.ND)("td",{},e.call),(0,y.ND)("th",{},e.state),(0,y.ND)("td",{},e.said||e.compared.join(", "))));t.push((0,y.ND)("div",{},(0,y.ND)("details",{open:s},(0,y.ND)("summary",{},e.checks.title),(0,y.ND)("table",{},...i))))}return e.omitted&&t.push((0,y.ND)("div",{class:"agn-note"},e.omitted)),t}(e),this.quizBar.node,this.legend,this.tabs,(0,y.ND)("div",{class:"agn-panes","data-panes":this.names.length},...this.names.map(e=>this.panes[e])),(0,y.ND)("div",{class:"agn-below"},this.about,this.probes,this.traces),this.said),this.dialogs=new O(this.node,e=>this.say(e)),this.node.addEventListener("focusin",()=>window.addEventListener("keydown",this.pressed,!0)),this.node.addEventListener("focusout",()=>window.removeEventListener("keydown",this.pressed,!0)),(0,N.k)(this),this.makeTabs(),this.state.side=Math.min(s.side,e.sides.length-1),this.showFunction(Math.min(s.function,this.side.functions.length-1))}get names(){let{show:e}=this.report,t=e.includes("code"),s={source:t,generated:t||e.includes("passes")||e.includes("xla"),graph:e.includes("graph")};return ec.filter(e=>s[e])}head(){var e;let t,s,i,n,a,o,r,l=this.side.functions.map((e,t)=>[String(t),e.name]),h=this.report.sides.map((e,t)=>[String(t),e.backend]),d=(0,y.ND)("div",{class:"agn-toolbar",role:"toolbar","aria-label":"View"},(e=()=>this.staged?.name??"",t=e=>void(0,es.VD)()?.[e](a),s=(0,y.x6)("▶ run","Run the cell again",()=>t("run")),i=(0,y.x6)("■ stop","Interrupt the kernel",()=>t("stop")),n=(0,y.x6)("explore","Explore the function in a new cell",()=>void(0,es.VD)()?.explore(a,e())),a=(0,y.ND)("span",{class:"agn-live",role:"group","aria-label":"Kernel"},s,i,n),o=new Map([s,i,n].map(e=>[e,e.title])),r=()=>{let e=(0,es.VD)()?.state(a)??"none",t=(0,es.VD)()?.reason(a)??"This needs the front end’s plugin, which is off or was not loaded yet.";for(let r of(a.dataset.state=e,[s,i,n])){let s=r===i?"busy":"idle";r.disabled=e!==s;let n=r===i?"Nothing is running.":"The kernel is busy.";r.title=e===s?o.get(r):"none"===e?t:n}},new IntersectionObserver(e=>{e.at(-1).isIntersecting?(es.tD.connect(r),r()):es.tD.disconnect(r)}).observe(a),r(),a),h.length>1?(0,y.yx)("Back end",h,String(this.state.side),e=>this.showSide(Number(e))):null,l.length>1?(0,y.yx)("Function",l,String(this.state.function),e=>this.showFunction(Number(e))):null,this.colours,this.search.input,this.search.found,(0,y.x6)("quiz","Predict what becomes of each line before you see it",()=>this.setQuiz({...this.quizState,on:!0})),(0,y.x6)("save …","Save the graph or the report as a file",()=>this.exportMenu()),(0,y.x6)("?","Keys",()=>this.dialogs.help()));return(0,y.ND)("div",{class:"agn-head"},(0,y.ND)("b",{},this.report.title),d)}makeTabs(){for(let e of this.names){let t=(0,y.ND)("button",{type:"button",role:"tab","aria-selected":String(e===this.names[0]),"data-pane":e},e);t.addEventListener("click",()=>this.showPane(e)),this.tabs.append(t)}this.node.dataset.pane=this.names[0]}showPane(e){let t=this.node.dataset.pane;for(let t of(this.node.dataset.pane=e,this.tabs.children))t.setAttribute("aria-selected",String(t.dataset.pane===e));"graph"===e&&t!==e&&null!==this.tabs.offsetParent&&this.graph.begin()}get side(){return this.report.sides[this.state.side]}showSide(e){this.keep({side:e,open:null,path:[],code:null,rung:"traced",box:null}),this.showFunction(this.state.function)}showFunction(e){let t=this.side.functions[e];if(void 0===t)return;let s=e===this.state.function;this.staged=t,s||this.keep({function:e,key:null,box:null,open:null,path:[],code:null,rung:"traced"}),this.showAll(),this.selection.select({key:this.state.key,box:this.state.box},this),this.showAbout()}showAll(){let e=this.staged;this.quiz=new f(this.quizState,this.state.side,e),this.node.classList.toggle("agn-quizzing",this.hidden),this.legend.textContent=Object.entries(this.side.letters).map(([e,t])=>`${e} ${t}`).join(" \xb7 "),this.source.source(e.source,this.quiz),this.source.select(this.state.key,!0),this.generated.show(e,this.state,this.hidden,this.state.key),this.showColours(),this.showGraph(),this.quizBar.show(this.quiz,this.quizState.on,this.state.key),this.search.in(e,this.shownGraph,this.hidden)}get shownGraph(){let{graph:e,optimized:t,compared:s}=this.staged;return({traced:e,optimized:t??e,compared:s??e})[this.state.rung]}showGraph(){let e=this.staged,t=["traced",...e.optimized?["optimized"]:[],...e.compared?["compared"]:[]],s=(0,y.yx)("State of the graph",t.map(e=>[e,ep[e]]),this.state.rung,t=>{this.keep({rung:t,open:null,path:[]}),this.selection.select({key:this.selection.current.key,box:null},this),this.showGraph(),this.search.in(e,this.shownGraph,this.hidden),this.showAbout()});if(this.rungs.replaceChildren(t.length>1&&!this.hidden?s:""),this.hidden)return void this.graph.hide("The graph is shown after the quiz.");let i=new Map(e.source.map(e=>[e.key,{colour:e.colour,letter:e.letter}]));this.graph.colourBy(this.state.colour),this.graph.show(this.shownGraph,i,this.state.open,this.state.path,"traced"!==this.state.rung).then(()=>this.remark())}showColours(){let e=Q(this.staged);e.includes(this.state.colour)||(this.state.colour="line");let t=(0,y.yx)("Colour by",e.map(e=>[e,`colour: ${eu[e]}`]),this.state.colour,e=>this.colourBy(e));t.disabled=this.hidden,this.colours.replaceChildren(t)}colourBy(e){this.keep({colour:e}),this.showColours(),this.graph.colourBy(e),this.say(`colours by ${eu[e]}`)}nextColour(e){let t=Q(this.staged).filter(t=>w.some(e=>e===t)===e),s=t.indexOf(this.state.colour)+1;this.colourBy(t[e?s:s%t.length]??"line")}showAbout(){var e,t;let s,i,n,a,o,r,{current:l}=this.selection,h=this.staged,d=e=>this.selection.select({key:e,box:null});this.about.replaceChildren(...(0,P.z)(h,this.shownGraph,l,this.hidden)),this.traces.hidden=this.hidden||!h.traces.length||!this.report.show.includes("trace"),this.traces.replaceChildren(...this.traces.hidden?[]:(s=new Map(h.source.map(e=>[e.key,e.number])),i=h.traces.map((e,t)=>{let i=null===e.key?"":(0,y.ND)("button",{type:"button",class:"agn-link",click:()=>d(e.key)},s.has(e.key)?`line ${s.get(e.key)}`:"its call");return(0,y.ND)("tr",{class:e.shown?"agn-shown":""},(0,y.ND)("th",{scope:"row"},`${t+1}${e.shown?" (shown)":""}`),(0,y.ND)("td",{},(0,y.ND)("code",{},e.signature)),(0,y.ND)("td",{},e.reason),(0,y.ND)("td",{},i))}),[(0,y.ND)("h4",{},`Traces (${i.length})`),(0,y.ND)("table",{},...i)])),this.probes.hidden=this.hidden||!h.probes?.length,this.probes.replaceChildren(...this.probes.hidden?[]:(e=l.key,t={go:d,copy:(e,t)=>void this.copy(e,t)},n=h.probes??[],a=new Map(h.source.map(e=>[e.key,e.number])),o=n.filter(t=>t.key===e||null===t.key),r=n.filter(e=>!o.includes(e)).map(e=>(0,y.ND)("button",{type:"button",class:"agn-link",click:()=>t.go(e.key)},`${e.name} at line ${a.get(e.key)??"?"}`)),[(0,y.ND)("h4",{},"Probes"),...o.map(e=>(function(e,t,s){var i;let n,{samples:a}=e,[o,r]=[ea(e,"low"),ea(e,"high")],l=o.length?`, ${eo(Math.min(...o))} to ${eo(Math.max(...r))}`:"",h=a.length<e.count?`${a.length} of ${e.count} values`:1===(i=e.count)?"1 value":`${i} values`,d=[...new Set(a.map(e=>`${e.dtype}${e.shape}`))].join(", "),c=null===e.key?"":` at line ${t.get(e.key)??"?"}`,u=a.slice(0,100).map(e=>(0,y.ND)("tr",{},(0,y.ND)("th",{scope:"row"},String(e.number)),(0,y.ND)("td",{},(0,y.ND)("code",{},e.value)),(0,y.ND)("td",{},`${e.dtype}${e.shape}`),(0,y.ND)("td",{},null===e.low?"":eo(e.low)),(0,y.ND)("td",{},null===e.high?"":eo(e.high)))),p=["round","value","type","min","max"].map(e=>(0,y.ND)("th",{scope:"col"},e)),g=!(n=e.samples.map(e=>e.value.trim().replace(/\s+/g," ")).map(e=>{var t;return/^[-+]?(\d[\d.]*(e[-+]?\d+)?|inf|nan)$/i.test(e)||/^(True|False)$/.test(e)?e:(t=e,!/^\[[-+\d.e\s[\],]*\]$/i.test(t)||t.includes("...")?null:t.replace(/\[\s+/g,"[").replace(/\s+\]/g,"]").replace(/,?\s+/g,", ").replace(/\]\s*\[/g,"], ["))})).length||n.some(e=>null===e)?null:`np.array([${n.map(e=>e.replace(/\b(inf|nan)\b/gi,"np.$1")).join(", ")}])`;return(0,y.ND)("div",{class:"agn-probe"},(0,y.ND)("p",{},(0,y.ND)("b",{},e.name),`${c}: ${h}${l}; ${d}`),a.length>1&&o.length?function(e){let t=e.samples.filter(e=>null!==e.low&&null!==e.high&&Number.isFinite(e.low)&&Number.isFinite(e.high)),[s,i]=[Math.min(...t.map(e=>e.low)),Math.max(...t.map(e=>e.high))],n=Math.max(1,...t.map(e=>e.number)),a=e=>(2+e/n*(ei-4)).toFixed(1),o=e=>(en-3-(e-s)/(i-s||1)*(en-6)).toFixed(1),r=t.map(e=>`${a(e.number)},${o(e.high)}`),l=t.map(e=>`${a(e.number)},${o(e.low)}`),h=`${e.name} over ${e.count} rounds, from ${eo(s)} to ${eo(i)}`;return(0,y.JW)("svg",{class:"agn-spark",role:"img","aria-label":h,width:ei,height:en,viewBox:`0 0 ${ei} ${en}`},(0,y.JW)("title",{},h),(0,y.JW)("polygon",{class:"agn-band",points:[...r,...l.reverse()].join(" ")}),(0,y.JW)("polyline",{class:"agn-curve",points:r.join(" ")}),...r.join()===[...l].reverse().join()?[]:[(0,y.JW)("polyline",{class:"agn-curve",points:l.join(" ")})])}(e):null,null===g?null:(0,y.x6)("copy as array",`Copy ${h} of ${e.name} as an array`,()=>s.copy(g,h)),(0,y.ND)("table",{},(0,y.ND)("thead",{},(0,y.ND)("tr",{},...p)),(0,y.ND)("tbody",{},...u)),a.length>100?(0,y.ND)("p",{},`… ${a.length-100} more`):null)})(e,a,t)),...r.length?[(0,y.ND)("p",{},o.length?"Others: ":"Of other lines: ",...r)]:[]]))}async copy(e,t){try{await async function(e){if(void 0!==navigator.clipboard)return void await navigator.clipboard.writeText(e);let t=document.createElement("textarea");t.value=e,document.body.append(t),t.select();let s=document.execCommand("copy");if(t.remove(),!s)throw Error("The browser lets this page copy nothing.")}(e),this.say(`${t} copied`)}catch(e){this.dialogs.notice(`Nothing was copied. ${e.message}`)}}get quizState(){return this.state.quiz??{...eg,on:!0===this.report.quiz}}get hidden(){return this.quiz?.hidden??!1}setQuiz(e){let t=this.node.contains(document.activeElement);this.keep({quiz:e}),this.showAll(),this.showAbout(),t&&this.source.focus()}mark(e){let{key:t}=this.selection.current;if(null===t||!this.hidden||!this.quiz.asks(t))return!1;let s=this.source.node.contains(document.activeElement);this.keep({quiz:this.quiz.marked(t,e)}),this.quiz=new f(this.quizState,this.state.side,this.staged),this.source.source(this.staged.source,this.quiz),this.source.select(t,!0),this.quizBar.show(this.quiz,!0,t),s&&this.source.focus();let i=this.staged.source.find(e=>e.key===t);return this.say(`line ${i?.number} marked ${e??"with nothing"}, ${this.quiz.answered} of ${this.quiz.count} marked`),!0}cycle(e){this.hidden&&this.quiz.asks(e)&&this.mark({"":"G",G:"P",P:"U",U:null}[this.quiz.answer(e)??""])}reveal(){this.setQuiz(this.quiz.shown()),this.say(`${this.quiz.right} of ${this.quiz.count} right`)}selected(e,t,s){this.source.select(e,s!==this.source),this.generated.select(e,s!==this.generated),this.graph.select(e,t,s!==this.graph),null!==this.staged&&(this.quizBar.show(this.quiz,this.quizState.on,e),this.showAbout()),this.keep({key:e,box:t});let i=this.staged?.source.find(t=>t.key===e);s!==this&&void 0!==i&&this.say(`line ${i.number} selected`)}explain(e,t,s){this.choose("Back end",e,this.state.side),this.choose("Function",t,this.state.function),this.selection.select({key:s,box:null}),this.showPane("source"),this.source.focus(),this.node.scrollIntoView({block:"nearest"})}choose(e,t,s){let i=this.node.querySelector(`.agn-toolbar select[aria-label="${e}"]`);null!==i&&t!==s&&(i.value=String(t),i.dispatchEvent(new Event("change")))}counterpart(){let{key:e}=this.selection.current;this.graph.node.contains(document.activeElement)?(this.graph.chooseFocused(),this.showPane("source"),this.source.focus()):null!==e&&(this.showPane("graph"),this.graph.focus())}say(e){this.said.textContent=e}keep(e){let t=JSON.stringify(this.state);this.state={...this.state,...e},JSON.stringify(this.state)!==t&&this.kept(this.state)}remark(){let{hits:e}=this.search,t=t=>new Set(e.flatMap(e=>e.where===t&&null!==e.key?[e.key]:[]));this.source.mark(t("source")),this.generated.code.mark(t("generated")),this.graph.mark(new Set(e.flatMap(e=>null===e.box?[]:[e.box])))}async nextHit(e){let t=this.search.next(e);null!==t&&(null!==t.box&&(await this.graph.reveal(t.box,t.above),this.remark()),this.selection.select({key:t.key,box:t.box}))}pressed=e=>{if(!this.node.contains(e.target))return;let t=function(e){if(e.ctrlKey||e.metaKey||e.altKey)return null;let t=e.target;if(t.matches("input, textarea, select, [contenteditable]")&&"Escape"!==e.key||"Enter"===e.key&&t.matches("button, summary, a"))return null;let s="Enter"===e.key&&e.shiftKey?"Shift+Enter":e.key;return W.find(([e])=>e===s)?.[1]??null}(e);null!==t&&this.do(t)&&(e.preventDefault(),e.stopPropagation())};do(e){let t=this.graph.node.contains(document.activeElement),s=this.generated.code.node.contains(document.activeElement)?this.generated.code:this.source;switch(e){case"next line":case"previous line":return(t?this.source:s).move("next line"===e?1:-1),!0;case"up":case"down":if(t)this.graph.move(e);else{if(!s.node.contains(document.activeElement))return!1;s.move("down"===e?1:-1)}return!0;case"left":case"right":return t&&this.graph.move(e),t;case"counterpart":return this.counterpart(),!0;case"back":return this.selection.back(),!0;case"previous pass":case"next pass":return this.generated.step("next pass"===e?1:-1),!0;case"enter":return this.graph.enter(),!0;case"fold":return this.graph.fold(),!0;case"colour":case"overlay":return this.hidden||this.nextColour("overlay"===e),!0;case"search":return this.search.input.focus(),!0;case"next hit":case"previous hit":return this.nextHit("next hit"===e?1:-1),!0;case"fit":return this.graph.fit(),!0;case"larger":case"smaller":return this.graph.zoom("larger"===e?1.25:.8),!0;case"mark G":case"mark P":case"mark U":return this.mark(e.slice(-1));case"export":return this.exportMenu(),!0;case"help":return this.dialogs.help(),!0;case"leave":return this.leave()}}leave(){if(!this.dialogs.close()){let e=this.node.closest('.jp-Cell, .jp-Notebook, [tabindex="0"]');document.activeElement?.blur(),e?.focus()}return!0}exportMenu(){if(this.hidden)return void this.dialogs.notice("Files would give the quiz away: reveal it first.");let e=this.staged?.name??"report",t=(t,s,i)=>{var n;let a=(n=t.toLowerCase(),`${e.replace(/[^\p{L}\p{N}_-]+/gu,"_").replace(/^_+|_+$/g,"").slice(0,60)||"graph"}.${n}`);return{label:t,file:a,save:async()=>{var e;let t,n;e=await i(),t=URL.createObjectURL(new Blob([e],{type:s})),(n=document.createElement("a")).href=t,n.download=a,n.click(),window.setTimeout(()=>URL.revokeObjectURL(t),1e4)}}},s=this.graph.svgText(),i=[t("SVG","image/svg+xml",()=>s),t("DOT","text/vnd.graphviz",()=>this.graph.dot()),t("JSON","application/json",()=>JSON.stringify(this.report,null,1)),t("PNG","image/png",()=>(async function(e,t){let s=new Image;s.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`,await s.decode();let i=Math.min(2,12e3/Math.max(s.width,s.height)),n=document.createElement("canvas");n.width=Math.ceil(s.width*i),n.height=Math.ceil(s.height*i);let a=n.getContext("2d");if(null===a)throw Error("This browser draws no pictures.");a.fillStyle=t,a.fillRect(0,0,n.width,n.height),a.drawImage(s,0,0,n.width,n.height);let o=await new Promise(e=>n.toBlob(e,"image/png"));if(null===o)throw Error("The picture is too large for this browser: save it as SVG.");return o})(s,this.graph.ground)),t("HTML","text/html",()=>{var e,t;let s;return e=this.report.title,t=this.html??"",(s=document.createElement("title")).textContent=e,`<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="viewport" content="width=device-width, initial-scale=1">${s.outerHTML}</head><body style="font-family:sans-serif">${t}</body></html>
`})],n={SVG:""!==s,PNG:""!==s,DOT:""!==this.graph.dot(),HTML:null!==this.html};this.dialogs.exports(i.filter(({label:e})=>n[e]??!0),n.SVG?"":"No picture is shown that could be saved.")}}function em(e,t,...s){return(0,y.ND)("section",{class:`agn-pane agn-pane-${e}`,"aria-label":t},(0,y.ND)("h3",{},t),...s)}function ew(e,t){return(0,y.ND)("div",{class:`agn-part agn-${e}`,role:"region","aria-label":t,tabindex:0})}let eb="ag_notebook.view";class ev extends i.Widget{options;shown=null;model=null;timer=0;constructor(e){super(),this.options=e,this.addClass("agn-output")}async renderModel(e){let t;this.model=e;let s=e.data[this.options.mimeType],i=(0,n.zi)(s);if(null!==i&&i.id===this.shown)return;if(null===i){this.node.textContent="This report was made by another version of ag_notebook: run the cell again.";return}if(this.shown=i.id,await (0,y.v7)(),this.isDisposed||this.shown!==i.id)return;let a=new ef(i,r,function(e){if("object"!=typeof e||null===e||1!==e.version)return{...x};let t=e=>Array.isArray(e)&&e.every(e=>"string"==typeof e),s=e=>"number"==typeof e&&Number.isInteger(e)?e:null;return{version:1,side:Math.max(0,s(e.side)??0),function:Math.max(0,s(e.function)??0),key:s(e.key),box:"string"==typeof e.box?e.box:null,open:t(e.open)?e.open:null,path:t(e.path)?e.path:[],code:"string"==typeof e.code?e.code:null,rung:v.find(t=>t===e.rung)??"traced",mode:h.find(t=>t===e.mode)??"after",onlyChanged:!1!==e.onlyChanged,colour:b.find(t=>t===e.colour)??"line",quiz:function(e){if("object"!=typeof e||null===e)return null;let t=Object.entries("object"==typeof e.answers?e.answers??{}:{});return{on:!0===e.on,answers:Object.fromEntries(t.filter(e=>p.some(t=>t===e[1]))),revealed:Array.isArray(e.revealed)?e.revealed.filter(e=>"string"==typeof e):[]}}(e.quiz)}}(e.metadata[eb]),e=>this.keep(e),"string"==typeof(t=e.data["text/html"])?t:Array.isArray(t)?t.join(""):null);this.node.replaceChildren(a.node),await a.graph.ready}dispose(){window.clearTimeout(this.timer),super.dispose()}keep(e){window.clearTimeout(this.timer),this.timer=window.setTimeout(()=>{let{model:t}=this;t?.setData({metadata:{...t.metadata,[eb]:{...e}}})},400)}}let ex={id:"ag-notebook:report",rendererFactory:{safe:!0,mimeTypes:[n.Wd],createRenderer:e=>new ev(e)},rank:0,dataType:"json"}},23(e,t,s){let i={"+":"added","-":"removed","~":"changed"};s.d(t,{},{N:function(e){if(!e.foldable||e.open)return"";let t={"+":0,"-":0,"~":0},s=[...e.box.frames??[]];for(let e=s.pop();void 0!==e;e=s.pop())for(let i of e.boxes)void 0!==i.change&&(t[i.change]+=1),s.push(...i.frames??[]);return Object.keys(t).filter(e=>t[e]).map(e=>`${e}${t[e]}`).join(" ")},d:function(e){return void 0===e.change?"":i[e.change]}})},19(e,t,s){function i(e){let t=e.frames?.[0];return void 0===t?null:n(e)?t.id:e.id}function n(e){return"series"===e.kind||"group"===e.kind}function*a(e,t=[]){for(let s of e.boxes){yield[s,t];let e=i(s);for(let i of s.frames??[])yield*a(i,null===e?t:[...t,e])}}let o=new WeakMap;s.d(t,{},{BI:function(e,t=60){let s=new Set,n=[e],a=e.boxes.length;for(;n.length;){let e=[];for(let o of n)for(let n of o.boxes){let o=i(n),r=(n.frames??[]).reduce((e,t)=>e+t.boxes.length,0);null!==o&&a+r<=t&&(s.add(o),a+=r,e.push(...n.frames))}n=e}return s},GG:function* e(t,s=0){for(let i of t.boxes)for(let t of(yield[i,s],i.frames))yield*e(t,s+1)},Ld:a,SP:function e(t,s){let a=new Map,o=function t(s,a,o,r){let l=[],h=[...s.arrows];for(let d of s.boxes){if(!n(d)||!d.frames?.length){r.set(d.id,o??d.id);let s=null===o&&a.has(d.id);for(let e of d.frames??[])t(e,a,s?null:o??d.id,r);null===o&&l.push(function(t,s){let i=!!t.frames?.length,n=i&&s.has(t.id),a=(t.frames??[]).map(e=>`${e.title||e.role}: ${e.ops} ops`).join(", ");return{id:t.id,box:t,title:t.title,detail:i&&!n?[t.detail,a].filter(Boolean).join(" \xb7 "):t.detail,frames:n?t.frames.map(t=>e(t,s)):[],foldable:i,open:n}}(d,a));continue}let s=i(d),c=null===o&&a.has(s),u=d.frames.map(e=>t(e,a,c?null:o??s,r));if(h.push(...u.flatMap(e=>e.arrows)),c){let e=d.frames.map((e,t)=>({id:e.id,title:e.title,boxes:u[t].boxes,arrows:[]}));l.push({id:s,box:d,title:d.title,detail:"",frames:e,foldable:!0,open:!0})}else if(null===o){let e=d.frames.reduce((e,t)=>e+t.ops,0);l.push({id:s,box:d,title:d.title,detail:`${e} ops`,frames:[],foldable:!0,open:!1})}}return{boxes:l,arrows:h}}(t,s,null,a);return{id:t.id,title:t.title,boxes:o.boxes,arrows:function(e,t){let s=new Map;for(let[i,n,a]of e){let e=t.get(i),o=t.get(n);void 0!==e&&void 0!==o&&(e!==o||i===n||3===a)&&s.set(`${e} ${o} ${a}`,[e,o,a])}return[...s.values()]}(o.arrows,a)}},Un:function(e,t){let s=t.at(-1);if(void 0===s)return e;for(let[t]of a(e))if(i(t)===s&&t.frames){let e=1===t.frames.length?t.frames[0]:void 0,i=t.frames.map(e=>({id:"",title:e.title,detail:"",kind:"group",ops:e.ops,key:t.key,frames:[e]}));return e??{id:`in-${s}`,role:"",title:t.title,ops:t.ops,boxes:i,arrows:[]}}return e},fU:function(e){let t=o.get(e);return void 0===t&&(t=[...a(e)].map(([e])=>e),o.set(e,t)),t},td:i})},20(e,t,s){s.d(t,{},{T:function(e){for(let[t,s]of[["s",1],["ms",.001],["\xb5s",1e-6]])if(e>=s){let i=e/s;return`${i.toFixed(+(i<10))} ${t}`}return e>0?`${Math.round(1e9*e)} ns`:"0"}})},18(e,t,s){let i=new WeakMap;s.d(t,{},{f:function(e){return[...e.querySelectorAll(".agn-report")].flatMap(e=>i.get(e)??[])},k:function(e){i.set(e.node,e)}})},22(e,t,s){var i=s(23),n=s(19),a=s(20),o=s(17),r=s(21);function l(e){let t=e.slice(0,40).map(e=>(0,o.ND)("li",{},e));return(0,o.ND)("ul",{},...t,e.length>40?(0,o.ND)("li",{},`… ${e.length-40} more`):null)}s.d(t,{},{z:function(e,t,s,h=!1){var d;let c,u=e.source.find(e=>e.key===s.key),p=null===t||h?[]:(0,n.fU)(t),g=null===s.box?void 0:p.find(e=>e.id===s.box),f=[];if(void 0!==g&&f.push((c=[["name",(d=g).name??""],["type",(d.types??[]).join(", ")],["time","number"==typeof d.seconds?(0,a.T)(d.seconds):""],["by the optimizer",[(0,i.d)(d),...d.changes??[]].filter(Boolean).join(": ")],...d.attributes??[]].filter(([,e])=>e).map(([e,t])=>(0,o.ND)("tr",{},(0,o.ND)("th",{scope:"row"},e),(0,o.ND)("td",{},t))),(0,o.ND)("div",{},(0,o.ND)("h4",{},d.op??d.title),(0,o.ND)("table",{},...c)))),void 0!==u&&f.push((0,o.ND)("h4",{},`Line ${u.number}`),(0,o.ND)("code",{},u.text.trim())),void 0!==u&&h)f.push((0,o.ND)("p",{},"What became of it is shown after the quiz."));else if(void 0!==u){let t="number"==typeof u.seconds?`, ${(0,a.T)(u.seconds)}`:"";f.push((0,o.ND)("p",{},`${(0,r.$N)(u.letter)}, ${u.ops} ${1===u.ops?"operation":"operations"}${t}`)),f.push(...u.events.map(e=>(0,o.ND)("p",{},(0,o.ND)("b",{},e.construct),` ${e.decision}`,e.why?`: ${e.why}`:"")));let s=e.passes.flatMap(e=>e.facts.filter(e=>e.key===u.key).map(t=>(0,o.ND)("li",{},`${t.text} (${e.name})`)));s.length&&f.push((0,o.ND)("p",{},"Because"),(0,o.ND)("ul",{},...s));let i=(e.times??[]).filter(e=>e.key===u.key).sort((e,t)=>t.seconds-e.seconds);i.length&&f.push((0,o.ND)("p",{},"Times"),l(i.map(e=>`${e.op} ${e.name}: ${(0,a.T)(e.seconds)}${e.count>1?`, ${e.count} times`:""}`)));let n=p.filter(e=>e.key===u.key&&void 0!==e.op&&e!==g);n.length&&f.push((0,o.ND)("p",{},"Operations"),l(n.map(e=>`${e.op} ${(e.types??[]).join(", ")}`)))}return f.length?f:[(0,o.ND)("p",{},"Choose a line or an operation.")]}})},17(e,t,s){function i(e,t={},...s){return n(document.createElement(e),t,s)}function n(e,t,s){for(let[s,i]of Object.entries(t))"function"==typeof i?e.addEventListener(s,i):!0===i?e.setAttribute(s,""):!1!==i&&null!==i&&e.setAttribute(s,String(i));return e.append(...s.filter(e=>null!==e&&!1!==e)),e}s.d(t,{},{JW:function(e,t={},...s){return n(document.createElementNS("http://www.w3.org/2000/svg",e),t,s)},ND:i,v7:function(){return new Promise(e=>setTimeout(e))},x6:function(e,t,s){return i("button",{type:"button",class:"agn-button",title:t,"aria-label":t,click:s},e)},yx:function(e,t,s,n){let a=i("select",{class:"agn-select",title:e,"aria-label":e});for(let[e,n]of t)a.append(i("option",{value:e,selected:e===s},n));return a.addEventListener("change",()=>n(a.value)),a}})},21(e,t,s){let i={G:"in the graph",P:"decided by Python while tracing",U:"unrolled",".":"not reached",C:"called as is"};s.d(t,{},{$N:function(e){return i[e.charAt(0)]??"nothing recorded"},WE:function(e){return null===e?["agn-unmarked"]:[`agn-colour-${e%8}`,`agn-width-${Math.floor(e/8)%3}`]}})},14(e,t,s){var i=s(12),n=s.n(i),a=s(13),o=(s.n(a))()(n());o.push([e.id,`/* What is around views: the magic's line in editors, the panel, the bar of a running cell. */

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

.agn-inspected p {
  margin: 4px 0;
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
`,""]),s.d(t,{},{A:o})},11(e,t,s){var i=s(12),n=s.n(i),a=s(13),o=(s.n(a))()(n());o.push([e.id,`/* The view of a report. Colours are the theme's; line marks are those of Okabe and Ito, at least 3:1 on white and on dark grey. */

.agn-output {
  padding: 4px 0;
}

.agn-report {
  --agn-text: var(--jp-content-font-color1, #1f1f1f);
  --agn-soft: color-mix(in srgb, var(--agn-text) 70%, var(--agn-ground)); /* 4.5:1 also on what is chosen */
  --agn-ground: var(--jp-layout-color0, #fff);
  --agn-raised: var(--jp-layout-color1, #fff);
  --agn-line: var(--jp-border-color1, #bdbdbd);
  --agn-focus: var(--jp-brand-color1, #1976d2);
  --agn-chosen: color-mix(in srgb, var(--agn-focus) 16%, transparent);
  --agn-mono: var(--jp-code-font-family, monospace);
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

.agn-report :focus-visible {
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
  flex: 1 1 220px;
  max-width: 420px;
}

.agn-report :where(input[type='search'], select, button) {
  background: var(--agn-raised);
  border: 1px solid var(--agn-line);
  border-radius: 3px;
  color: var(--agn-text);
  font: inherit;
  padding: 1px 6px;
}

.agn-report button {
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

.agn-search[aria-invalid='true'] {
  border-color: #d55e00;
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

.agn-tabs {
  display: none;
  gap: 4px;
}

.agn-report .agn-tabs [aria-selected='true'] {
  background: var(--agn-chosen);
  border-bottom: 3px solid var(--agn-focus);
  font-weight: 600;
}

@container agn (max-width: 899px) {
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

@container agn (max-width: 899px) {
  [data-pane='source'] .agn-pane-source,
  [data-pane='generated'] .agn-pane-generated,
  [data-pane='graph'] .agn-pane-graph {
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

/* Where code is long its box is as high as it was: a box that grows with its rows would never scroll. */
.agn-code {
  flex: 1 1 400px;
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
  flex: 0 0 8ch;
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

.agn-part p {
  margin: 2px 0;
}

.agn-part ul {
  margin: 2px 0;
  padding-left: 20px;
}

.agn-report .agn-part :is(th, td) {
  background: none;
  border: 0;
  max-width: 480px;
  overflow-wrap: anywhere;
  padding: 1px 10px 1px 0;
  text-align: left;
  vertical-align: top;
  white-space: normal;
}

.agn-part th {
  white-space: nowrap;
}

.agn-report code {
  background: none;
  color: inherit;
  font-size: 12px;
  line-height: inherit;
  padding: 0;
}

.agn-report .agn-part table {
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
.agn-quizzing :is(.agn-note, .agn-legend) {
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
`,""]),s.d(t,{},{A:o})},4(e,t,s){var i=s(5),n=s.n(i),a=s(6),o=s.n(a),r=s(7),l=s.n(r),h=s(8),d=s.n(h),c=s(9),u=s.n(c),p=s(10),g=s.n(p),f=s(11),m={};m.styleTagTransform=g(),m.setAttributes=d(),m.insert=l().bind(null,"head"),m.domAPI=o(),m.insertStyleElement=u(),n()(f.A,m),f.A&&f.A.locals&&f.A.locals;var w=s(14),b={};b.styleTagTransform=g(),b.setAttributes=d(),b.insert=l().bind(null,"head"),b.domAPI=o(),b.insertStyleElement=u(),n()(w.A,b),w.A&&w.A.locals&&w.A.locals}}]);