/** Names of columns in Spanish, Catalan, French and Dutch, by the column they mean. */
import type { ImportKind } from '@timebank/contract';

const MEMBER_NUMBER =
  'Número de socio,Nº de socio,N.º socio,Nº socio,Num socio,Número socio,Número de socia,Número de miembro,Número de usuario,Nº usuario,Núm de soci,Número de soci,Nº de soci,Núm soci,Número d’usuari,Núm usuari,N° adhérent,Nº adhérent,Numéro d’adhérent,Numéro adhérent,N° membre,Numéro de membre,No adhérent,No membre,Lidnummer,Lidnr,Lid nr,Ledennummer,Deelnemersnummer';
const OWN_NUMBER =
  'Número,Núm,Num,Numéro,Numero,Código,Codi,Code,Nr,Nummer,Referencia,Referència,Référence,Identificador';
const HOURS =
  'Horas,Hores,Heures,Uren,Uur,Tiempo,Temps,Tijd,Duración,Durada,Durée,Duur,Cantidad,Quantitat,Quantité,Aantal uren';
const NOTE =
  'Nota,Notas,Notes,Observaciones,Observacions,Remarque,Remarques,Comentario,Comentari,Commentaire,Opmerking,Opmerkingen';
const DAY = 'Fecha,Data,Date,Datum,Día,Dia,Jour,Dag';

export const OTHER_SYNONYMS: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  members: {
    external_id: `${MEMBER_NUMBER},${OWN_NUMBER}`,
    name: 'Nom,Nombre y apellidos,Nombre completo,Nom i cognoms,Nom complet,Nom et prénom,Prénom et nom,Naam,Volledige naam,Socio,Socia,Soci,Sòcia,Miembro,Membre,Adhérent,Adhérente,Lid,Deelnemer',
    given_name: 'Nombre,Nombre de pila,Prénom,Prenom,Voornaam,Roepnaam,Nom de pila',
    family_name: 'Apellido,Apellidos,Primer apellido,Cognom,Cognoms,Nom de famille,Achternaam,Familienaam',
    email:
      'Correo electrónico,Correo,Email,Dirección de correo,Correu electrònic,Correu,Adreça electrònica,Courriel,Adresse e-mail,Adresse mail,Adresse électronique,Mél,E-mailadres,Mailadres',
    status: 'Estado,Situación,Estat,Situació,Statut,État,Etat,Situation,Status,Lidstatus,Toestand',
    joined_on:
      'Fecha de alta,Alta,Fecha alta,Fecha de ingreso,Socio desde,Data d’alta,Data alta,Soci des de,Date d’adhésion,Adhésion,Date adhésion,Date d’inscription,Inscrit le,Membre depuis,Lid sinds,Datum lidmaatschap,Inschrijfdatum,Aanmelddatum,Toegetreden',
    balance_hours: `Saldo,Saldo de horas,Saldo horas,Saldo d’hores,Balance,Balanç,Solde,Solde d’heures,Solde heures,Saldo uren,Urensaldo,Tegoed,Urentegoed,${HOURS}`,
    salutation: 'Tratamiento,Tractament,Civilité,Aanhef',
    phone: 'Teléfono,Telèfon,Téléphone,Telefoon,Telefoonnummer,Teléfono fijo,Telèfon fix,Tél',
    second_phone: 'Móvil,Mòbil,Portable,Mobiel,Teléfono móvil,Telèfon mòbil,Téléphone portable,Gsm',
    street: 'Dirección,Direcció,Adreça,Domicilio,Calle,Carrer,Rue,Adresse postale,Straat,Straat en huisnummer,Adres',
    postal_code: 'Código postal,Codi postal,CP,Code postal',
    place: 'Localidad,Ciudad,Población,Població,Ciutat,Localitat,Ville,Commune,Plaats,Woonplaats,Gemeente',
    country: 'País,Pays',
    birth_year:
      'Fecha de nacimiento,Año de nacimiento,Data de naixement,Any de naixement,Date de naissance,Année de naissance,Naissance,Geboortedatum,Geboortejaar',
    notes: NOTE,
    language: 'Idioma,Lengua,Llengua,Langue,Taal,Voorkeurstaal',
    visible_to_partners:
      'Visible para socios externos,Visible,Zichtbaar,Zichtbaar voor partners,Visible pour les partenaires',
  },
  listings: {
    external_id: `Número de anuncio,Nº anuncio,Núm d’anunci,N° annonce,Numéro d’annonce,Advertentienummer,${OWN_NUMBER}`,
    member_external_id: `${MEMBER_NUMBER},Socio,Socia,Soci,Miembro,Membre,Adhérent,Lid,Usuario,Usuari`,
    type: 'Tipo,Tipus,Type,Soort,Oferta o demanda,Offre ou demande,Oferta/Demanda,Offre/Demande,Vraag/Aanbod,Aanbod of vraag',
    title: 'Título,Títol,Titre,Intitulé,Titel,Asunto,Onderwerp,Objet',
    description: 'Descripción,Descripció,Texto,Texte,Omschrijving,Beschrijving',
    category: 'Categoría,Categoria,Catégorie,Rubrique,Categorie,Rubriek',
    estimated_hours: `Horas estimadas,Hores estimades,Heures estimées,Geschatte uren,${HOURS}`,
    status: 'Estado,Estat,Statut,État,Status',
    created_on: `Fecha de creación,Creado,Creat,Créé le,Date de création,Aangemaakt,Aangemaakt op,${DAY}`,
  },
  exchanges: {
    external_id: `Número de intercambio,Nº intercambio,Núm d’intercanvi,N° échange,Numéro d’échange,Uitwisselingsnummer,${OWN_NUMBER}`,
    service_date: `Fecha del servicio,Data del servei,Date du service,Datum dienst,${DAY}`,
    provider_external_id:
      'Proveedor,Quien ayuda,Ofrece,Da,Prestador,Qui ajuda,Proveïdor,Prestataire,Fournisseur,Donneur,Aidant,Aanbieder,Gever,Helper',
    receiver_external_id:
      'Receptor,Recibe,Quien recibe,Beneficiario,Qui rep,Beneficiari,Bénéficiaire,Receveur,Demandeur,Ontvanger,Vrager',
    hours: HOURS,
    listing_external_id: 'Anuncio,Anunci,Annonce,Advertentie',
    note: `${NOTE},Concepto,Concepte,Descripción,Descripció,Servicio,Servei,Libellé,Omschrijving,Dienst`,
  },
};
