CREATE TABLE "pending_single_sign_ons" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"remember_me" boolean NOT NULL,
	"return_path" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "single_sign_on_links" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "single_sign_on_links_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "single_sign_on_links" ADD CONSTRAINT "single_sign_on_links_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "single_sign_on_links_user" ON "single_sign_on_links" USING btree ("user_id","issuer");