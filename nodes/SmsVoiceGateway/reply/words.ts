/** What the page says besides what was asked. */
const ENGLISH = {
	/** BCP 47 */
	language: 'en',
	yourAnswer: 'Your answer',
	send: 'Send',
	done: 'Your answer has arrived.',
	close: 'You can close this page.',
	over: 'This question is closed: it has been answered, or its time is over. Nothing was changed.',
	empty: 'Please write an answer first.',
	long: 'This answer is too long. Please shorten it.',
	failed: 'This did not work, and your answer has not arrived. Please try again.',
};

const LANGUAGES = [
	ENGLISH,
	{
		language: 'fa',
		yourAnswer: 'پاسخ شما',
		send: 'ارسال',
		done: 'پاسخ شما ثبت شد.',
		close: 'می‌توانید این صفحه را ببندید.',
		over: 'این پرسش بسته شده است: پیش‌تر پاسخ داده شده یا مهلت آن گذشته است. چیزی تغییر نکرد.',
		empty: 'لطفاً نخست پاسخی بنویسید.',
		long: 'این پاسخ بیش از اندازه بلند است. لطفاً آن را کوتاه کنید.',
		failed: 'انجام نشد و پاسخ شما ثبت نشده است. لطفاً دوباره تلاش کنید.',
	},
	{
		language: 'ar',
		yourAnswer: 'إجابتك',
		send: 'إرسال',
		done: 'وصلت إجابتك.',
		close: 'يمكنك إغلاق هذه الصفحة.',
		over: 'هذا السؤال مغلق: تمت الإجابة عنه أو انتهى وقته. لم يتغير شيء.',
		empty: 'يرجى كتابة إجابة أولاً.',
		long: 'هذه الإجابة طويلة جداً. يرجى اختصارها.',
		failed: 'لم تنجح العملية ولم تصل إجابتك. يرجى المحاولة مرة أخرى.',
	},
	{
		language: 'de',
		yourAnswer: 'Ihre Antwort',
		send: 'Senden',
		done: 'Ihre Antwort ist angekommen.',
		close: 'Sie können diese Seite schließen.',
		over: 'Diese Frage ist geschlossen: Sie wurde beantwortet, oder ihre Zeit ist abgelaufen. Nichts wurde geändert.',
		empty: 'Bitte schreiben Sie zuerst eine Antwort.',
		long: 'Diese Antwort ist zu lang. Bitte kürzen Sie sie.',
		failed:
			'Das hat nicht geklappt, und Ihre Antwort ist nicht angekommen. Bitte versuchen Sie es noch einmal.',
	},
	{
		language: 'es',
		yourAnswer: 'Su respuesta',
		send: 'Enviar',
		done: 'Su respuesta ha llegado.',
		close: 'Puede cerrar esta página.',
		over: 'Esta pregunta está cerrada: ya se ha respondido o se ha acabado su tiempo. No se ha cambiado nada.',
		empty: 'Escriba primero una respuesta.',
		long: 'Esta respuesta es demasiado larga. Acórtela, por favor.',
		failed: 'No ha funcionado y su respuesta no ha llegado. Inténtelo de nuevo.',
	},
	{
		language: 'fr',
		yourAnswer: 'Votre réponse',
		send: 'Envoyer',
		done: 'Votre réponse est arrivée.',
		close: 'Vous pouvez fermer cette page.',
		over: 'Cette question est close : elle a reçu une réponse, ou son délai est écoulé. Rien n’a été changé.',
		empty: 'Veuillez d’abord écrire une réponse.',
		long: 'Cette réponse est trop longue. Veuillez la raccourcir.',
		failed: 'Cela n’a pas fonctionné, et votre réponse n’est pas arrivée. Veuillez réessayer.',
	},
	{
		language: 'tr',
		yourAnswer: 'Yanıtınız',
		send: 'Gönder',
		done: 'Yanıtınız ulaştı.',
		close: 'Bu sayfayı kapatabilirsiniz.',
		over: 'Bu soru kapandı: yanıtlandı ya da süresi doldu. Hiçbir şey değişmedi.',
		empty: 'Lütfen önce bir yanıt yazın.',
		long: 'Bu yanıt çok uzun. Lütfen kısaltın.',
		failed: 'Olmadı ve yanıtınız ulaşmadı. Lütfen yeniden deneyin.',
	},
];

/**
 * The words in the first language of a browser's list that there are words in; else English. `Accept-Language` of a phone has
 * its languages in their order: `fa-IR,fa;q=0.9,en;q=0.8`.
 */
export function wordsFor(acceptLanguage: unknown): typeof ENGLISH {
	if (typeof acceptLanguage !== 'string') return ENGLISH;
	for (const tag of acceptLanguage.slice(0, 200).toLowerCase().split(',')) {
		const [wanted] = tag.trim().split(/[-;]/);
		const words = LANGUAGES.find(({ language }) => language === wanted);
		if (words !== undefined) return words;
	}
	return ENGLISH;
}
