/** Names of columns in Spanish, Catalan, French, Italian and Dutch, by the column they mean. */
import type { ImportKind } from '@timebank/contract';

const MEMBER_NUMBER =
  'Número de socio,Nº de socio,N.º socio,Nº socio,Num socio,Número socio,Número de socia,Número de miembro,Número de usuario,Nº usuario,Núm de soci,Número de soci,Nº de soci,Núm soci,Número d’usuari,Núm usuari,N° adhérent,Nº adhérent,Numéro d’adhérent,Numéro adhérent,N° membre,Numéro de membre,N° adh,Num adh,Nº soc,Núm soc,N° socio,Numero socio,Numero di socio,N° tessera,Numero tessera,Tessera,No adhérent,No membre,Lidnummer,Lidnr,Lid nr,Ledennummer,Deelnemersnummer';
const OWN_NUMBER =
  'Número,Núm,Num,Numéro,Numero,N°,Nº,Nº orden,Número de orden,N° d’ordre,Numéro d’ordre,N° progressivo,Numero progressivo,Codice,Código,Codi,Code,Nr,Nummer,Referencia,Referència,Référence,Identificador';
const HOURS =
  'Horas,Hores,Heures,Uren,Uur,Tiempo,Temps,Tijd,Duración,Durada,Durée,Duur,Ore,Tempo,Durata,Cantidad,Quantitat,Quantité,Aantal uren';
const NOTE =
  'Nota,Notas,Note,Osservazioni,Notes,Observaciones,Observacions,Remarque,Remarques,Comentario,Comentari,Commentaire,Opmerking,Opmerkingen';
const DAY = 'Fecha,Data,Date,Datum,Día,Dia,Jour,Dag,Giorno';

export const OTHER_SYNONYMS: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  members: {
    external_id: `${MEMBER_NUMBER},${OWN_NUMBER}`,
    name: 'Nom,Nome e cognome,Cognome e nome,Nominativo,Nombre y apellidos,Nombre completo,Nom i cognoms,Nom complet,Nom et prénom,Prénom et nom,Naam,Volledige naam,Socio,Socia,Soci,Sòcia,Miembro,Membre,Adhérent,Adhérente,Lid,Deelnemer',
    given_name: 'Nome,Nombre,Nombre de pila,Prénom,Prenom,Voornaam,Roepnaam,Nom de pila',
    family_name: 'Cognome,Apellido,Apellidos,Primer apellido,Cognom,Cognoms,Nom de famille,Achternaam,Familienaam',
    email:
      'Posta elettronica,Indirizzo e-mail,Indirizzo email,Correo electrónico,Correo,Email,Dirección de correo,Correu electrònic,Correu,Adreça electrònica,Courriel,Adresse e-mail,Adresse mail,Adresse électronique,Mél,E-mailadres,Mailadres',
    status: 'Stato,Estado,Situación,Estat,Situació,Statut,État,Etat,Situation,Status,Lidstatus,Toestand',
    joined_on:
      'Data iscrizione,Data di iscrizione,Iscritto dal,Socio dal,Adesione,F alta,Fecha de alta,Alta,Fecha alta,Fecha de ingreso,Socio desde,Data d’alta,Data alta,Soci des de,Date d’adhésion,Adhésion,Date adhésion,Date d’inscription,Inscrit le,Membre depuis,Lid sinds,Datum lidmaatschap,Inschrijfdatum,Aanmelddatum,Toegetreden',
    balance_hours: `Saldo ore,Ore a credito,Credito ore,Saldo h,Solde h,Crédit heures,Saldo,Saldo de horas,Saldo horas,Saldo d’hores,Balance,Balanç,Solde,Solde d’heures,Solde heures,Saldo uren,Urensaldo,Tegoed,Urentegoed,${HOURS}`,
    salutation: 'Titolo,Tratamiento,Tractament,Civilité,Aanhef',
    phone:
      'Telefono,Telefono fisso,Tél fixe,Tel fijo,Teléfono,Telèfon,Téléphone,Telefoon,Telefoonnummer,Teléfono fijo,Telèfon fix,Tél',
    second_phone:
      'Cellulare,Telefono cellulare,Tél portable,Móvil,Mòbil,Portable,Mobiel,Teléfono móvil,Telèfon mòbil,Téléphone portable,Gsm',
    street:
      'Via,Indirizzo,Indirizzo postale,Dirección,Direcció,Adreça,Domicilio,Calle,Carrer,Rue,Adresse postale,Straat,Straat en huisnummer,Adres',
    postal_code: 'CAP,Codice postale,C P,Código postal,Codi postal,CP,Code postal',
    place:
      'Città,Comune,Località,Localidad,Ciudad,Población,Població,Ciutat,Localitat,Ville,Commune,Plaats,Woonplaats,Gemeente',
    quarter: 'Barrio,Barri,Quartiere,Rione,Wijk,Buurt',
    country: 'Paese,País,Pays',
    birth_year:
      'Data di nascita,Anno di nascita,Nato il,Nata il,F nac,Fecha nac,Date naiss,Né le,Née le,Fecha de nacimiento,Año de nacimiento,Data de naixement,Any de naixement,Date de naissance,Année de naissance,Naissance,Geboortedatum,Geboortejaar',
    email_consent_on:
      'Consenso e-mail,Consenso email,Consentement e-mail,Accord e-mail,Accord mail,Consentimiento e-mail,Consentimiento correo,Autoriza correo',
    booklet_contact: 'En el boletín,Boletín,Al butlletí,Nel bollettino,Bollettino,Dans le livret,Livret,In het boekje',
    notes: NOTE,
    language: 'Lingua,Idioma,Lengua,Llengua,Langue,Taal,Voorkeurstaal',
    visible_to_partners:
      'Visible para socios externos,Visible,Zichtbaar,Zichtbaar voor partners,Visible pour les partenaires',
  },
  listings: {
    external_id: `Numero annuncio,N° annuncio,Número de anuncio,Nº anuncio,Núm d’anunci,N° annonce,Numéro d’annonce,Advertentienummer,${OWN_NUMBER}`,
    member_external_id: `${MEMBER_NUMBER},Inserzionista,Socio,Socia,Soci,Miembro,Membre,Adhérent,Lid,Usuario,Usuari`,
    type: 'Tipo,Tipus,Type,Soort,Oferta o demanda,Offre ou demande,Oferta/Demanda,Offre/Demande,Vraag/Aanbod,Aanbod of vraag',
    title: 'Titolo,Cosa,Oggetto,Quoi,Qué,Título,Títol,Titre,Intitulé,Titel,Asunto,Onderwerp,Objet',
    description:
      'Descrizione,Dettagli,Détails,Précisions,Detalle,Detalles,Descripción,Descripció,Texto,Texte,Omschrijving,Beschrijving',
    category: 'Categoria,Rubrica,Categoría,Categoria,Catégorie,Rubrique,Categorie,Rubriek',
    estimated_hours: `Ore stimate,Horas estimadas,Hores estimades,Heures estimées,Geschatte uren,${HOURS}`,
    status: 'Stato,Estado,Estat,Statut,État,Status',
    created_on: `Data di creazione,Creato il,Fecha de creación,Creado,Creat,Créé le,Date de création,Aangemaakt,Aangemaakt op,${DAY}`,
  },
  exchanges: {
    external_id: `Número de intercambio,Nº intercambio,Núm d’intercanvi,N° échange,Numéro d’échange,Uitwisselingsnummer,${OWN_NUMBER}`,
    service_date: `Data del servizio,Fecha del servicio,Data del servei,Date du service,Datum dienst,${DAY}`,
    provider_external_id:
      'Proveedor,Quien ayuda,Ofrece,Da,Prestador,Qui ajuda,Proveïdor,Prestataire,Fournisseur,Donneur,Aidant,Aanbieder,Gever,Helper',
    receiver_external_id:
      'Receptor,Recibe,Quien recibe,Beneficiario,Qui rep,Beneficiari,Bénéficiaire,Receveur,Demandeur,Ontvanger,Vrager',
    hours: HOURS,
    listing_external_id: 'Anuncio,Anunci,Annonce,Advertentie',
    note: `${NOTE},Concepto,Concepte,Descripción,Descripció,Servicio,Servei,Libellé,Omschrijving,Dienst`,
  },
};
